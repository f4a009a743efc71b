"use strict";

/* What stands beside the canvas. What papers say comes in as text, never as markup. */
const panel = (() => {
  const LONG = 100;
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const said = (tag, text, attributes = {}) => {
    const element = make(tag, { dir: "auto", ...attributes });
    element.textContent = text;
    return element;
  };
  const plural = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

  const name = (node) => model.nodes[node].name;
  const word = (kind) => model.label.get(kind) ?? kind;
  /* Where a link to a node leads: by its address from outside, by its number within what is chosen when it is followed. */
  const to = (node) => ({ href: `#${app.address(choice.open(node))}`, "data-node": node });
  const sign = (node) => make("span", { class: `sign ${model.typeOf(node)}`, "aria-hidden": "true" });
  const link = (node) => said("a", name(node), to(node));
  const toRegion = (region) => ({ href: `#${app.address({ ...choice.CLOSED, region })}` });
  const toEdge = ({ id }) => ({ href: `#${app.address({ ...choice.CLOSED, edge: id })}` });
  const land = ({ tint }) => make("span", { class: `land region-${tint}`, "aria-hidden": "true" });
  const row = (node, ...counts) =>
    make("li", {}, make("a", to(node), sign(node), said("span", name(node)), ...counts));
  const count = (text) => said("span", text, { class: "count" });
  const score = (edge) => make("span", { class: "score", title: "probability that it is right" }, edge.score.toFixed(2));
  const rows = (nodes, text = () => "") => make("ul", { class: "rows" }, ...nodes.map((node) => row(node, count(text(node)))));
  const section = (title, children) =>
    children.length ? [make("details", { open: "" }, make("summary", {}, title), ...children)] : [];
  /* A long list is closed, and made when it is first opened. */
  const closed = (title, nodes, text) => {
    const made = make("details", {}, make("summary", {}, title, count(` ${nodes.length}`)));
    made.addEventListener("toggle", () => made.append(rows(nodes, text)), { once: true });
    return made;
  };
  const longSection = (title, nodes, text) =>
    nodes.length > LONG ? [closed(title, nodes, text)] : section(title, nodes.length ? [rows(nodes, text)] : []);

  /* The words of a paper from `start` to `end`, with the ranges of `marks` marked. */
  const words = (paper, start, end, marks) => {
    const { text } = model.texts[paper];
    const element = make("span", { dir: "auto" });
    let done = start;
    for (const [from, until] of [...marks].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
      if (from < done || until > end) continue;
      element.append(text.slice(done, from), said("mark", text.slice(from, until)));
      done = until;
    }
    element.append(text.slice(done, end));
    return element;
  };
  const quotes = (paper, ranges, marks) =>
    model.sentences(paper, ranges).map(([start, end]) => make("blockquote", {}, words(paper, start, end, marks)));

  const groupOf = (node) => {
    const region = model.regions[model.regionOf.get(node)];
    return region ? make("p", { class: "quiet" }, "In the group ", said("a", region.title, toRegion(region.number))) : null;
  };
  const outward = (links) => {
    const made = links.filter(([, url]) => model.isWeb(url))
      .map(([label, url]) => said("a", label, { href: url, target: "_blank", rel: "noopener noreferrer" }));
    return made.length ? make("p", { class: "out" }, ...made) : null;
  };

  const back = () => make("a", { class: "back", href: `#${app.address({ ...choice.CLOSED, group: null })}` }, "← All papers");
  const kindLine = (node, rest) =>
    make("p", { class: "kind" }, sign(node), said("span", [model.typeLabel.get(model.nodes[node].group) ?? model.nodes[node].group, rest].filter(Boolean).join(" · ")));

  /* The members of `all` that have the same key, in the order in which the keys come. */
  const grouped = (all, key) => {
    const found = new Map();
    for (const one of all) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
    return [...found.values()];
  };
  const rangesIn = (paper, edges) => edges.flatMap(({ says }) => says.filter(([one]) => one === paper).map(([, ...range]) => range));
  const papersOf = (edge) => [...new Set(edge.says.map(([paper]) => paper))];
  const proofIn = (paper, edges) =>
    quotes(paper, rangesIn(paper, edges), edges.flatMap(({ from, to: end }) => [...model.marksIn(paper, from), ...model.marksIn(paper, end)]));
  const proof = (edges) =>
    papersOf(edges[0]).flatMap((paper) => [...proofIn(paper, edges), make("p", { class: "quiet" }, link(paper))]);
  const fact = (edge, node) => {
    const end = (one) => (one === node ? said("strong", name(one)) : link(one));
    return make("p", { class: "fact" }, end(edge.from), make("em", {}, ` ${word(edge.kind)} `), end(edge.to), " ", score(edge));
  };
  const sentencesOf = (papers) => (edge) =>
    JSON.stringify(papers(edge).map((paper) => [paper, ...model.sentences(paper, rangesIn(paper, [edge]))]));
  const factsOf = (node) => {
    const rank = (edge) => (edge.from === node ? 0 : 100) + model.relations.indexOf(edge.kind);
    const facts = [...model.factsOf(node)].sort((a, b) => rank(a) - rank(b));
    return section(plural(facts.length, "fact"), grouped(facts, sentencesOf(papersOf))
      .flatMap((edges) => [...edges.map((edge) => fact(edge, node)), ...proof(edges)]));
  };
  const factsIn = (paper) => {
    const start = (edge) => rangesIn(paper, [edge])[0][0];
    const facts = model.factsIn(paper).sort((a, b) => start(a) - start(b) || a.id - b.id);
    return section(plural(facts.length, "fact"), grouped(facts, sentencesOf(() => [paper]))
      .flatMap((edges) => [...edges.map((edge) => fact(edge, null)), ...proofIn(paper, edges)]));
  };

  const COLUMNS = [["Metric", "metric"], ["System", "system"], ["On", "on"], ["Against", "baseline"]];
  const resultTable = (found, withPaper) => {
    const columns = COLUMNS.filter(([, part]) => found.some((result) => result[part] !== undefined));
    const head = ["Value", "", ...columns.map(([title]) => title)].map((title) => make("th", { scope: "col" }, title));
    const line = (result) => {
      const cells = columns.map(([, part]) => make("td", {}, result[part] === undefined ? "–" : link(result[part])));
      return make("tr", {}, said("td", result.value, { class: "value" }), said("td", result.kind), ...cells);
    };
    const body = grouped(found, ({ paper, says: [start] }) => `${paper} ${start}`).flatMap((same) => {
      const [{ paper, says }] = same;
      const values = same.flatMap((result) => model.pairs(result.says).slice(1));
      const proof = make("td", { colspan: String(head.length) }, ...quotes(paper, [says], values));
      if (withPaper) proof.append(make("p", { class: "quiet" }, link(paper)));
      return [...same.map(line), make("tr", { class: "proof" }, proof)];
    });
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
    return section(plural(found.length, "result"), found.length ? [make("div", { class: "wide" }, table)] : []);
  };

  /* A paper's abstract, each entity's name in it a link. */
  const readable = (paper) => {
    const { text, abstract } = model.texts[paper];
    const spans = [...model.rolesOf(paper), ...model.namedIn[paper]]
      .flatMap(({ at, to: linked, entity }) => model.pairs(at).map(([from, until]) => [from, until, linked ?? entity]))
      .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const element = make("p", { class: "text", dir: "auto" });
    let done = abstract;
    for (const [from, until, node] of spans) {
      if (from < done) continue;
      element.append(text.slice(done, from), said("a", text.slice(from, until), { class: model.typeOf(node), ...to(node) }));
      done = until;
    }
    element.append(text.slice(done));
    return element;
  };

  const byRole = (edges) => [...new Set([...model.roles, ...edges.map((edge) => edge.kind)])]
    .map((role) => [role, edges.filter((edge) => edge.kind === role)]).filter(([, found]) => found.length);

  const papersWith = (entity) => count(model.isShared(entity) ? plural(model.nodes[entity].papers, "paper") : "");

  const paperDetails = (paper) => {
    const { title, about, authors, links } = model.texts[paper];
    const near = model.edgesOf[paper].filter((edge) => edge.kind === "shares").sort((a, b) => b.value - a.value)
      .map((edge) => [edge, model.other(edge, paper)]);
    const nearRow = ([edge, node]) => make("li", {}, make("a", to(node), sign(node), said("span", name(node))),
      make("a", { ...toEdge(edge), class: "count", title: "what both have" }, `${model.common(paper, node).length} shared`));
    return [
      said("h2", title ?? name(paper)),
      kindLine(paper, about),
      authors ? said("p", authors, { class: "quiet" }) : null,
      groupOf(paper),
      outward(links),
      readable(paper),
      ...section("Closest papers", near.length ? [make("ul", { class: "rows pairs" }, ...near.map(nearRow))] : []),
      ...byRole(model.rolesOf(paper)).flatMap(([role, edges]) =>
        section(word(role), [make("ul", { class: "rows" }, ...edges.map((edge) => row(edge.to, papersWith(edge.to), score(edge))))])),
      ...factsIn(paper),
      ...resultTable(model.results.filter((result) => result.paper === paper), false),
    ];
  };

  const entityDetails = (entity) => {
    const { aliases, papers } = model.nodes[entity];
    const results = model.results.filter((result) => COLUMNS.some(([, part]) => result[part] === entity));
    return [
      said("h2", name(entity)),
      kindLine(entity, papers ? plural(papers, "paper") : ""),
      aliases.length ? said("p", `Also: ${aliases.join(", ")}`, { class: "quiet" }) : null,
      groupOf(entity),
      ...byRole(model.rolesOf(entity)).flatMap(([role, edges]) =>
        section(`${plural(edges.length, "paper")}: ${word(role)}`, edges.flatMap((edge) => [
          make("h4", {}, link(edge.from), " ", score(edge)),
          ...quotes(edge.from, [...model.pairs(edge.says), ...model.pairs(edge.at)], model.pairs(edge.at)),
        ]))),
      ...section("Named without a link", model.namedIn[entity].flatMap(({ paper, at }) =>
        [make("h4", {}, link(paper)), ...quotes(paper, model.pairs(at), model.pairs(at))])),
      ...factsOf(entity),
      ...resultTable(results, true),
    ];
  };

  const sharedProof = (edge) => model.common(edge.from, edge.to).flatMap((node) => [
    make("h4", {}, sign(node), " ", link(node), make("span", { class: "count" }, ` in ${plural(model.nodes[node].papers, "paper")}`)),
    ...[edge.from, edge.to].flatMap((paper) => {
      const marks = model.marksIn(paper, node);
      return quotes(paper, marks.slice(0, 1), marks);
    }),
  ]);
  const edgeDetails = (edge) => {
    const title = make("h2", {}, link(edge.from), make("em", {}, ` ${word(edge.kind)} `), link(edge.to),
      ...(edge.score === undefined ? [] : [" ", score(edge)]));
    const common = () => rows(model.common(edge.from, edge.to));
    const proofs = {
      role: () => quotes(edge.from, [...model.pairs(edge.says), ...model.pairs(edge.at)], model.pairs(edge.at)),
      fact: () => proof([edge]),
      shares: () => sharedProof(edge),
      together: () => section("In these papers", [common()]),
    };
    return [title, ...proofs[model.group(edge)]()];
  };

  /* Why papers belong together: what several of them have, and which of it each one has. */
  const regionDetails = (region, group) => {
    const shared = model.sharedIn(region);
    const held = new Set(shared.map(([node]) => node));
    const isAlone = group === region.number;
    const only = make("button", { type: "button" }, isAlone ? "Show the others, too" : "Show only these");
    only.addEventListener("click", () => app.go({ group: isAlone ? null : region.number }));
    const parts = (paper) => model.rolesOf(paper).map((edge) => edge.to).filter((node) => held.has(node))
      .sort((a, b) => model.nodes[b].value - model.nodes[a].value || a - b);
    const paperRow = (paper) => [
      make("h4", {}, link(paper)),
      make("p", { class: "quiet" }, ...parts(paper).flatMap((node, n) => [n ? " · " : "", link(node)])),
    ];
    return [
      said("h2", region.title),
      make("p", { class: "kind" }, land(region), make("span", {}, `group of ${plural(region.papers.length, "paper")}`)),
      make("p", { class: "ways" }, make("span", {}, "Drawn together by what they share."), only),
      ...section("What holds them together", [make("ul", { class: "rows" },
        ...shared.map(([node, count_]) => row(node, count(`${count_} of ${region.papers.length}`))))]),
      ...section("Its papers, each with what it shares", region.papers.flatMap(paperRow)),
    ];
  };

  /* What can be done from a node: see what lies around it, or find the path to another one. */
  const ways = ({ node, hops }) => {
    const around = Array.from({ length: choice.HOPS + 1 }, (_, n) =>
      make("a", { href: `#${app.address({ hops: n })}`, ...(n === hops ? { "aria-current": "true" } : {}) },
        n ? String(n) : "whole map"));
    const path = make("button", { type: "button" }, "Path to …");
    path.addEventListener("click", () => app.choosing(node));
    return make("p", { class: "ways" }, make("span", { role: "group", "aria-label": "Steps around it to show" }, "Steps around it: ", ...around), path);
  };
  const pathDetails = ({ node, goal }, path) => [
    make("h2", {}, link(node), make("em", {}, " to "), link(goal)),
    make("p", { class: "quiet" }, path ? `The shortest path, in ${plural(path.length, "step")}` : "No path leads from one to the other."),
    ...(path ?? []).flatMap((edge) => {
      const [title, ...proofs] = edgeDetails(edge);
      return [make("h4", {}, ...title.childNodes), ...proofs];
    }),
  ];

  const details = (state, { path }) => {
    const { node, edge, goal, region, group } = state;
    const found = () => {
      if (region !== null) return regionDetails(model.regions[region], group);
      if (edge !== null) return edgeDetails(model.edges[edge]);
      if (goal !== null) return pathDetails(state, path);
      const [title, kind, ...rest] = model.isPaper(node) ? paperDetails(node) : entityDetails(node);
      return [title, kind, ways(state), ...rest];
    };
    return node === null && edge === null && region === null ? [] : [back(), ...found()].filter((element) => element !== null);
  };

  /* What was found for what was typed: a thing, with the form of its name that was meant, or a fact. */
  const suggestion = ({ node, form, edge: id }) => {
    if (id === undefined) return [sign(node), said("span", name(node)), count(form === name(node) ? "" : form)];
    const { from, to: end, kind } = model.edges[id];
    return [sign(from), said("span", `${name(from)} ${word(kind)} ${name(end)}`), count("fact")];
  };
  const hint = ({ node, edge: id, region }) => {
    if (node !== null) return name(node);
    if (region !== null) return `${plural(model.regions[region].papers.length, "paper")}: click to see what holds them together`;
    const edge = model.edges[id];
    if (edge.kind === "shares") return `share ${model.common(edge.from, edge.to).map(name).join(", ")}`;
    if (edge.kind === "together") return `${name(edge.from)} and ${name(edge.to)} in ${plural(model.common(edge.from, edge.to).length, "paper")}`;
    return `${name(edge.from)} ${word(edge.kind)} ${name(edge.to)}`;
  };

  /* The map as a list, of the nodes that `isKept`. */
  const list = (isKept) => {
    const kept = model.nodes.map(({ id }) => id).filter(isKept);
    const papers = kept.filter(model.isPaper);
    const shared = kept.filter((node) => !model.isPaper(node) && model.isShared(node))
      .sort((a, b) => model.nodes[b].papers - model.nodes[a].papers || a - b);
    const title = (region, ...counts) => make("a", toRegion(region.number), land(region), said("span", region.title), ...counts);
    const kin = model.regions.map((region) => ({ region, members: region.papers.filter(isKept) })).filter(({ members }) => members.length);
    const groups = papers.length > LONG
      ? [make("ul", { class: "rows" }, ...kin.map(({ region, members }) => make("li", {}, title(region, count(plural(members.length, "paper"))))))]
      : kin.flatMap(({ region, members }) => [make("h4", { class: "group" }, title(region)), rows(members)]);
    return [
      make("p", { class: "quiet" }, "Click a name, a line or a group on the map for the sentences behind it."),
      ...section("Shared by most", shared.length ? [rows(shared.slice(0, 12), (node) => plural(model.nodes[node].papers, "paper"))] : []),
      ...section("Papers that belong together", groups),
      ...longSection("All papers", papers),
      ...longSection("All that is shared", shared, (node) => String(model.nodes[node].papers)),
    ];
  };

  return { make, said, sign, plural, suggestion, details, hint, list };
})();
