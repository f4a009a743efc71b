"use strict";

/* What the page holds, with the ways through it. Nodes are numbers, papers first; offsets are UTF-16 code units. */
const model = (() => {
  const { nodes, edges, unlinked, texts, results, regions, frame, types, roles, relations, redirects, view } = JSON.parse(
    document.getElementById("data").textContent,
  );
  const SPREAD = 2.6;
  const kinds = ["Paper", ...types.map(([name]) => name)];
  const isPaper = (node) => node < texts.length;
  const label = new Map([...roles, ...relations, ["shares", "shares with"], ["together", "appears with"]]);
  const byKey = new Map(nodes.map((node) => [node.key, node.id]));
  for (const [former, node] of redirects) if (!byKey.has(former)) byKey.set(former, node);
  const edgesOf = nodes.map(() => []);
  edges.forEach((edge, n) => {
    edge.id = n;
    edgesOf[edge.from].push(edge);
    if (edge.to !== edge.from) edgesOf[edge.to].push(edge);
  });
  regions.forEach((region, n) => {
    region.id = nodes.length + n;
    region.number = n;
    region.title = region.name || "a group without a common name";
    region.papers = region.members.filter(isPaper);
  });
  const regionOf = new Map(regions.flatMap((region, n) => region.members.map((node) => [node, n])));

  const group = (edge) => {
    if (edge.kind === "shares" || edge.kind === "together") return edge.kind;
    return isPaper(edge.from) ? "role" : "fact";
  };
  /* How telling an edge is: 1 and more for what few have in common, near 0 for what is everywhere. */
  const weight = (edge) => ({ role: () => nodes[edge.to].value, fact: () => edge.score }[group(edge)]?.() ?? edge.value);
  const rolesOf = (node) => edgesOf[node].filter((edge) => group(edge) === "role");
  const factsOf = (node) => edgesOf[node].filter((edge) => group(edge) === "fact");
  const factsIn = (paper) => edges.filter((edge) => group(edge) === "fact" && edge.says.some(([one]) => one === paper));
  const other = (edge, node) => (edge.from === node ? edge.to : edge.from);
  const isPlaced = (node) => nodes[node].x !== undefined || nodes[node].paper !== undefined;
  const typeOf = (node) => (kinds.includes(nodes[node].group) ? nodes[node].group : "Other");
  const isShared = (node) => isPaper(node) || nodes[node].papers > 1;

  /* Papers that name an entity to which they have no link. */
  const namedIn = nodes.map(() => []);
  for (const one of unlinked) for (const node of [one.paper, one.entity]) namedIn[node].push(one);

  /* An entity that one paper alone has, or names, stands around its paper, in a spiral. */
  const own = new Map();
  for (const node of nodes) {
    if (node.x !== undefined) continue;
    const paper = rolesOf(node.id)[0]?.from ?? namedIn[node.id][0]?.paper;
    if (paper === undefined) continue;
    const n = own.get(paper) ?? 0;
    own.set(paper, n + 1);
    node.paper = paper;
    node.turn = n * 2.39996;
    node.away = 46 + 25 * Math.sqrt(n + 1);
  }
  const spread = (all) => (all ? SPREAD : 1);
  const place = (node, all) => {
    const times = spread(all);
    if (node.paper === undefined) return { x: node.x * times, y: node.y * times };
    const { x, y } = nodes[node.paper];
    return {
      x: x * times + 1.35 * node.away * Math.cos(node.turn),
      y: y * times + node.away * Math.sin(node.turn),
    };
  };

  const pairs = (flat) => {
    const found = [];
    for (let n = 0; n < flat.length; n += 2) found.push([flat[n], flat[n + 1]]);
    return found;
  };

  /* The sentences of a paper that hold any of the ranges; a range in no sentence stands for itself. */
  const sentences = (paper, ranges) => {
    const all = pairs(texts[paper].sentences);
    const found = new Map();
    for (const [start, end] of ranges) {
      const holding = all.filter(([from, to]) => from < end && start < to);
      for (const range of holding.length ? holding : [[start, end]]) found.set(range[0], range);
    }
    return [...found.values()].sort((a, b) => a[0] - b[0]);
  };

  const marksIn = (paper, entity) => {
    const isHere = ({ from, paper: named }) => (from ?? named) === paper;
    return pairs([...rolesOf(entity), ...namedIn[entity]].find(isHere)?.at ?? []);
  };

  const common = (left, right) => {
    const theirs = new Set(rolesOf(right).map((edge) => other(edge, right)));
    return rolesOf(left).map((edge) => other(edge, left)).filter((node) => theirs.has(node))
      .sort((a, b) => (nodes[a].papers ?? 0) - (nodes[b].papers ?? 0) || a - b);
  };

  /* What papers of a region share, the most telling first, each with how many of them have it. */
  const sharedIn = ({ papers }) => {
    const counts = new Map();
    for (const paper of papers) for (const { to } of rolesOf(paper)) counts.set(to, (counts.get(to) ?? 0) + 1);
    const tells = ([node, count]) => count * nodes[node].value;
    return [...counts].filter(([, count]) => count > 1).sort((a, b) => tells(b) - tells(a) || a[0] - b[0]);
  };

  const isWeb = (url) => {
    try {
      return ["http:", "https:"].includes(new URL(url).protocol);
    } catch {
      return false;
    }
  };

  const plain = (text) =>
    text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}+]+/gu, " ").trim();
  const record = ({ title, authors, about }) => [title, ...authors.split(", "), about];
  let forms = null;
  const formsOf = (node) =>
    [node.name, ...(isPaper(node.id) ? record(texts[node.id]) : node.aliases)]
      .filter(Boolean).map((form) => ({ form, plain: ` ${plain(form)} ` }));

  /* What was typed as a sentence: the facts between things that are named in it ("OmniMoE beats PEER"), and those things. */
  const named = (wanted) => {
    const found = new Map();
    for (const node of nodes.slice(texts.length)) {
      const said = forms[node.id].find(({ plain: text }) => text.length > 3 && ` ${wanted} `.includes(text));
      if (said) found.set(node.id, { node: node.id, form: said.form });
    }
    const facts = edges.filter((edge) => group(edge) === "fact" && edge.from !== edge.to && found.has(edge.from) && found.has(edge.to));
    facts.sort((a, b) => b.score - a.score || a.id - b.id);
    const things = [...found.values()].sort((a, b) => b.form.length - a.form.length || a.node - b.node);
    return { facts: facts.map(({ id }) => ({ edge: id })), things };
  };

  /* The best nodes for what was typed, each with the form that matched: whole name, then its start, then start of a word,
     then within, then all words in any order. Before them the facts, and where there is none the things, that it names. */
  const search = (query, most = 60) => {
    const wanted = plain(query);
    if (!wanted) return [];
    forms ??= nodes.map(formsOf);
    const { facts, things } = named(wanted);
    const rank = (text) => [` ${wanted} ` === text, text.startsWith(` ${wanted}`), text.includes(` ${wanted}`),
      text.includes(wanted), wanted.split(" ").every((word) => text.includes(word))].indexOf(true);
    const found = [];
    for (const node of nodes) {
      let best = null;
      for (const { form, plain: text } of forms[node.id]) {
        const at = rank(text);
        if (at >= 0 && (!best || at < best.at)) best = { node: node.id, form, at };
      }
      if (best) found.push(best);
    }
    const weight = ({ node }) => (isPaper(node) ? 2 : nodes[node].papers);
    found.sort((a, b) => a.at - b.at || weight(b) - weight(a) || a.node - b.node);
    return [...facts, ...(found.length ? found : things)].slice(0, most);
  };

  return {
    nodes, edges, texts, results, regions, frame, regionOf, view, types: kinds, typeOf, isPlaced,
    typeLabel: new Map([["Paper", "paper"], ...types]), roles: roles.map(([name]) => name), relations: relations.map(([name]) => name), label, byKey, edgesOf,
    isPaper, isShared, group, weight, rolesOf, namedIn, factsOf, factsIn, other, place, spread, pairs, sentences, marksIn, common, sharedIn, isWeb, search,
  };
})();
