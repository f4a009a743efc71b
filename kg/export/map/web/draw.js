"use strict";

/* The picture. vis-network moves it; what is seen is painted on its canvas. */
const draw = (() => {
  const EDGE = 12;
  const ASIDE = 0.06;
  const FAR_PAPER = 3;
  const NAMED_EDGES = 24;
  /* Far, where a node has fewer square pixels than this, papers are dust, by so much smaller than the least spot. */
  const [DENSE, DUST] = [1600, 0.7];
  /* Up to so many nodes all are drawn; beyond, of those in sight the ones that most papers share: closer shows more. */
  const LIMITS = { whole: 2000, nodes: 900, edges: 2500 };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const alone = model.texts.map((_, paper) => paper).filter((paper) => !model.rolesOf(paper).some(({ to }) => model.isShared(to)));
  const shares = model.edges.filter((edge) => model.group(edge) === "role" && model.isShared(edge.to)).length;

  let state = choice.read("");
  let hovered = null;
  let shown = new Set();
  let ranked = { far: [], near: [] };
  let seen = { nodes: [], edges: [], chosen: new Set(), path: null, near: null, places: null };
  let view = { x: 0, y: 0, width: 0, height: 0 };
  const now = { scale: 0, spread: 1, lit: null, marked: new Set(), nodes: new Set(), edges: [], regions: [], labels: new Map(),
    isNear: false, isDense: false, crowded: 1 };

  const at = (node) => seen.places?.get(node) ?? model.place(model.nodes[node] ?? model.regions[node - model.nodes.length], state.all);
  /* Half the size of a node's spot, never less than can be seen, or than many have room for on a small screen. */
  const radius = (node) => (isDust(node) ? (DUST * least()) / now.scale : Math.max(model.nodes[node].size ?? 5, least() / now.scale));
  const isDust = (node) => now.isDense && model.isPaper(node) && !now.lit?.has(node);
  const least = () => {
    const { clientWidth, clientHeight } = network.canvas.frame;
    const count = Math.min(seen.nodes.length, isLarge() ? LIMITS.nodes : Infinity);
    return Math.min(2.2, 0.12 * Math.sqrt((clientWidth * clientHeight) / Math.max(count, 1)));
  };
  const isStrong = (edge) => {
    if (hovered !== null) return edge.from === hovered || edge.to === hovered;
    if (seen.path) return seen.path.includes(edge);
    if (state.edge !== null) return edge.id === state.edge;
    if (state.region !== null) return [edge.from, edge.to].every((node) => model.regionOf.get(node) === state.region);
    return state.node !== null && (edge.from === state.node || edge.to === state.node);
  };
  const sizeOf = (node) => {
    const box = now.labels.get(node);
    if (box?.kind === "paper") return { width: box.right - box.left, height: box.bottom - box.top };
    return { width: 2 * radius(node), height: 2 * radius(node) };
  };
  Object.assign(now, { at, radius, sizeOf, isDust, isStrong });
  const network = new vis.Network(document.getElementById("canvas"), { nodes: [], edges: [] }, {
    physics: false,
    layout: { improvedLayout: false },
    interaction: { keyboard: { enabled: true, bindToWindow: false } },
  });

  /* Words beside the names: what edges stand for, and why some papers stand apart. */
  const middle = (edge) => {
    const [a, b] = [at(edge.from), at(edge.to)];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const SAYS = {
    shares: (edge) => {
      const [first, ...more] = model.common(edge.from, edge.to);
      return model.nodes[first].label + (more.length ? ` +${more.length}` : "");
    },
    fact: (edge) => model.label.get(edge.kind),
  };
  const asides = () => {
    const said = seen.edges.filter((edge) => SAYS[model.group(edge)]);
    const lit = said.filter(isStrong).map((edge) => ({ key: `edge ${edge.id}`, text: SAYS[model.group(edge)](edge), isLit: true, ...middle(edge) }));
    if (lit.length || now.lit) return lit;
    const telling = state.view === "papers" && !labels.isFar(now.scale) ? said.slice(0, NAMED_EDGES) : [];
    return [
      ...telling.map((edge) => ({ key: `edge ${edge.id}`, text: SAYS.shares(edge), isLit: false, ...middle(edge) })),
      ...(alone.some(isShown) && !now.isNear ? [aloneLabel()] : []),
    ];
  };
  const isShown = (node) => shown.has(node);
  const aloneLabel = () => {
    const places = alone.filter(isShown).map(at);
    const x = places.reduce((sum, place) => sum + place.x, 0) / places.length;
    const y = Math.max(...places.map((place) => place.y)) + 24 + 12 / now.scale;
    return { key: "alone", text: "These share nothing with the others", isLit: false, x, y };
  };

  /* The nodes, those that most papers share first; a paper counts as shared by so many. */
  const byPapers = (paper) => {
    const rank = (node) => (model.isPaper(node) ? paper : model.nodes[node].papers ?? 0);
    return [...seen.nodes].sort((a, b) => rank(b) - rank(a) || a - b);
  };

  /* What is drawn, and with which labels: anew at another scale, and where a large map has been moved. */
  const isLarge = () => seen.nodes.length > LIMITS.whole;
  const measure = () => {
    const { x, y } = network.getViewPosition();
    const { clientWidth, clientHeight } = network.canvas.frame;
    return { x, y, width: clientWidth / now.scale, height: clientHeight / now.scale };
  };
  const isInSight = (node) => {
    const { x, y } = at(node);
    return Math.abs(x - view.x) < 0.8 * view.width && Math.abs(y - view.y) < 0.8 * view.height;
  };
  const isStale = () => {
    if (network.getScale() !== now.scale) return true;
    const { x, y } = network.getViewPosition();
    return isLarge() && (Math.abs(x - view.x) > 0.25 * view.width || Math.abs(y - view.y) > 0.25 * view.height);
  };
  /* Whether a region's land is at a place. */
  const isOn = (region, { x, y }) => paint.isOn(region - model.nodes.length, x / now.spread, y / now.spread);
  /* The square pixels that there are for each of `count` nodes. */
  const roomOf = (count) => {
    const [left, top, right, bottom] = frame();
    const [across, down] = isLarge() ? [1.6 * view.width, 1.6 * view.height] : [right - left, bottom - top];
    return (across * down * now.scale ** 2) / Math.max(count, 1);
  };
  const fit = () => {
    if (!isStale()) return;
    now.scale = network.getScale();
    view = measure();
    const isFar = labels.isFar(now.scale);
    const nodes = ranked[isFar ? "far" : "near"];
    const isLit = (node) => now.lit?.has(node);
    const lit = nodes.filter(isLit);
    const rest = nodes.filter((node) => !isLit(node));
    const order = isLarge() ? [...lit, ...rest.filter(isInSight).slice(0, LIMITS.nodes)] : nodes;
    now.nodes = new Set([...order].reverse());
    const drawn = seen.edges.filter((edge) => now.nodes.has(edge.from) && now.nodes.has(edge.to));
    const strong = drawn.filter(isStrong);
    const weak = drawn.filter((edge) => !isStrong(edge) && paint.isSeen(edge, now));
    now.edges = [...(isLarge() ? weak.slice(0, LIMITS.edges) : weak), ...strong];
    const { clientWidth } = network.canvas.frame;
    const room = frame().map((side, n) => side + ((n < 2 ? -1 : 1) * ASIDE * clientWidth) / now.scale);
    now.isDense = isFar && roomOf(order.length) < DENSE;
    now.labels = labels.fit({ ...now, first: lit, order, asides: asides(), width: clientWidth, room, isOn });
  };
  const drawn = (draws) => (ctx) => {
    ctx.save();
    draws(ctx, now);
    ctx.restore();
  };
  network.on("afterDrawing", drawn((ctx) => {
    fit();
    paint.all(ctx, now);
  }));

  const anew = () => {
    now.scale = 0;
    network.redraw();
  };
  const members = () => (state.region === null ? [] : model.regions[state.region].members);
  const withPapers = (node) => [node, ...model.rolesOf(node).map(({ from }) => from)];
  const refocus = () => {
    const near = seen.edges.filter(isStrong).flatMap(({ from, to }) => [from, to]);
    const found = hovered === null ? [...near, ...seen.chosen, ...members()] : [...near, ...withPapers(hovered)];
    const isAll = now.isNear && hovered === null && state.edge === null;
    now.lit = found.some(isShown) && !isAll ? new Set(found) : null;
    now.marked = new Set([hovered, state.node, state.goal, model.regions[state.region]?.id]);
    anew();
  };

  const show = (next, found) => {
    const before = { ...state, places: seen.places };
    state = next;
    hovered = null;
    seen = found;
    seen.edges.sort((a, b) => model.weight(b) - model.weight(a) || a.id - b.id);
    shown = new Set(seen.nodes);
    ranked = { far: byPapers(FAR_PAPER), near: byPapers(Infinity) };
    now.isNear = seen.near !== null;
    now.regions = seen.regions;
    now.spread = model.spread(state.all);
    now.crowded = now.isNear ? 1 : Math.min(1, Math.sqrt(300 / shares));
    const moved = before.all !== state.all || before.places || seen.places;
    refocus();
    const isClosed = before.region !== null && state.region === null && !seen.chosen.size;
    if (moved || isClosed) whole();
    else if (state.region !== null && state.region !== before.region) approach(members());
    const chosen = [...seen.chosen].filter(model.isPlaced);
    const isNew = moved || ["node", "edge", "goal"].some((field) => state[field] !== before[field]);
    if (isNew && chosen.length && !now.isNear) reveal(seen.path ? chosen : [...now.lit].filter(model.isPlaced), chosen);
  };

  const frame = () => {
    if (!now.isNear) return model.frame.map((side) => side * now.spread);
    return around([...seen.places.keys()]);
  };
  const around = (nodes) => {
    const places = nodes.map(at);
    const [across, down] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    return [Math.min(...across) - 110, Math.min(...down) - 60, Math.max(...across) + 110, Math.max(...down) + 60];
  };

  /* The part of the canvas over which nothing lies, in pixels: left, top, right, bottom. */
  const free = () => {
    const [legend, tools] = ["legend", "tools"].map((id) => document.getElementById(id));
    return [EDGE, EDGE, tools.offsetLeft - EDGE, legend.offsetTop - EDGE];
  };

  /* The whole map, clear of the legend. */
  const whole = (duration = 0) => {
    const { clientWidth, clientHeight } = network.canvas.frame;
    const [left, top, right, bottom] = frame();
    const high = free()[3];
    const fill = (pad) => Math.min((clientWidth - pad) / (right - left), (high - pad / 2) / (bottom - top), now.isNear ? 1.2 : 1.6);
    const scale = labels.isFar(fill(0)) ? fill(2 * ASIDE * clientWidth) : fill(0);
    move({ position: { x: (left + right) / 2, y: (top + bottom) / 2 + (clientHeight - high) / 2 / scale }, scale }, duration);
  };
  const move = (to, duration) =>
    network.moveTo({ ...to, animation: duration > 0 && !still.matches && { duration, easingFunction: "easeInOutQuad" } });
  const zoom = (times) => move({ scale: network.getScale() * times }, 150);

  /* Near enough that these nodes fill the view. */
  const approach = (nodes) => {
    const { clientWidth, clientHeight } = network.canvas.frame;
    const [left, top, right, bottom] = around(nodes);
    const high = free()[3];
    const scale = Math.min(clientWidth / (right - left), high / (bottom - top), 1.2);
    move({ position: { x: (left + right) / 2, y: (top + bottom) / 2 + (clientHeight - high) / 2 / scale }, scale }, 400);
  };

  /* The ground that nodes and their names take: left, top, right, bottom. */
  const extent = (nodes) => {
    const boxes = nodes.flatMap((node) => {
      const { x, y } = at(node);
      const spot = labels.boxed(sizeOf(node), x, y);
      return [spot, now.labels.get(node) ?? spot];
    });
    const [least, most] = [Math.min, Math.max].map((best) => (side) => best(...boxes.map((box) => box[side])));
    return [least("left"), least("top"), most("right"), most("bottom")];
  };

  /* Where nodes that must be seen are not free of what lies over the canvas, the view moves no farther than it must, with
     those around them where there is room for all; only what finds no room makes the map smaller. */
  const reveal = (nodes, needed) => {
    fit();
    const { clientWidth, clientHeight } = network.canvas.frame;
    const [room, { x, y }] = [free(), network.getViewPosition()];
    const [size, centre] = [[clientWidth, clientHeight], [x, y]];
    const fill = (box) => Math.min(...[0, 1].map((axis) => (room[axis + 2] - room[axis]) / (box[axis + 2] - box[axis])));
    const shifts = (box, scale) => [0, 1].map((axis) => {
      const [low, high] = [box[axis], box[axis + 2]].map((side) => size[axis] / 2 + (side - centre[axis]) * scale);
      return Math.min(low - room[axis], 0) || Math.max(high - room[axis + 2], 0);
    });
    const least = extent(needed);
    const scale = Math.min(network.getScale(), fill(least));
    if (scale === network.getScale() && shifts(least, scale).every((shift) => shift === 0)) return;
    const all = extent(nodes);
    const [across, down] = shifts(fill(all) < scale ? least : all, scale);
    move({ position: { x: x + across / scale, y: y + down / scale }, scale }, 250);
  };

  /* The node that is drawn at a place on the canvas, the topmost. */
  const nodeAt = (place) => {
    const { x, y } = network.DOMtoCanvas(place);
    const isOver = (node) => {
      const [centre, { width, height }] = [at(node), sizeOf(node)];
      return Math.abs(x - centre.x) <= width / 2 + 2 / now.scale && Math.abs(y - centre.y) <= height / 2 + 2 / now.scale;
    };
    return [...now.nodes].findLast(isOver) ?? null;
  };

  /* The edge that is drawn nearest to a place on the canvas, within reach. */
  const edgeAt = (place) => {
    const { x, y } = network.DOMtoCanvas(place);
    const reach = 6 / now.scale;
    const away = (edge) => {
      const [a, b] = [at(edge.from), at(edge.to)];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const along = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(a.x + along * dx - x, a.y + along * dy - y);
    };
    const near = now.edges.map((edge) => ({ edge, away: away(edge) })).filter((one) => one.away < reach);
    return near.sort((a, b) => a.away - b.away)[0]?.edge.id ?? null;
  };

  /* The region whose name, and the one whose land, is drawn at a place on the canvas. */
  const nameAt = (place) => {
    const { x, y } = network.DOMtoCanvas(place);
    const isOver = ({ kind, left, right, top, bottom }) => kind === "region" && x >= left && x <= right && y >= top && y <= bottom;
    const name = [...now.labels.values()].find(isOver);
    return name ? name.node - model.nodes.length : null;
  };
  const landAt = (place) => {
    const where = network.DOMtoCanvas(place);
    return now.regions.find(({ id }) => isOn(id, where))?.number ?? null;
  };

  /* What is drawn at a place on the canvas: a node, else a region's name, else an edge, else a region's land, else null. */
  const SIGHTS = [["node", nodeAt], ["region", nameAt, true], ["edge", edgeAt], ["region", landAt]];
  const what = (place) => {
    for (const [kind, find, isNamed = false] of SIGHTS) {
      const found = find(place);
      if (found !== null) return { node: null, edge: null, region: null, [kind]: found, isNamed };
    }
    return null;
  };

  const repaint = () => {
    paint.mix();
    network.redraw();
  };
  const hover = (node) => {
    hovered = node;
    refocus();
  };
  return { network, now, show, repaint, whole, zoom, hover, what, isLarge, LIMITS, labels: () => now.labels };
})();
