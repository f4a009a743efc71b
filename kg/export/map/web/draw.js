"use strict";

/* The picture. vis-network moves it and tells what lies under the pointer; what is seen is drawn here, on its canvas. */
const draw = (() => {
  const TINTS = 8;
  const DIM = { node: 0.3, edge: 0.2, land: 0.6, title: 0.35 };
  const BELOW = 56;
  const ASIDE = 0.06;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const alone = model.texts.map((_, paper) => paper).filter((paper) => !model.rolesOf(paper).some(({ to }) => model.isShared(to)));
  const crowded = Math.min(1, Math.sqrt(300 / model.edges.filter((edge) => model.group(edge) === "role" && model.isShared(edge.to)).length));

  let state = { view: "both", all: false, off: new Set(), node: null, edge: null };
  let hovered = null;
  let lit = null;
  let seen = { nodes: [], edges: [] };
  let placed = new Map();
  let fitted = 0;
  let ink = {};

  /* What is shown. */
  const SHOWS = {
    both: { node: () => true, edge: ["role"] },
    papers: { node: model.isPaper, edge: ["shares"] },
    entities: { node: (node) => !model.isPaper(node), edge: ["fact", "together"] },
  };
  const chosen = () => (state.edge === null ? [state.node] : [model.edges[state.edge].from, model.edges[state.edge].to]);
  const visible = (node) => {
    if (!model.isPlaced(node)) return false;
    if (chosen().includes(node)) return true;
    return !state.off.has(model.nodes[node].group) && SHOWS[state.view].node(node) && (state.all || model.isShared(node));
  };
  const at = (node) => model.place(model.nodes[node] ?? model.regions[node - model.nodes.length], state.all);

  /* Half the size of a node's spot, never less than can be seen. */
  const radius = (node) => Math.max(model.nodes[node].size ?? 5, 2.2 / fitted);

  const renderer = ({ ctx, id, x, y }) => {
    const box = placed.get(id);
    const card = box?.kind === "paper";
    const width = card ? box.right - box.left : 2 * radius(id);
    const height = card ? box.bottom - box.top : 2 * radius(id);
    return { drawNode: () => drawNode(ctx, id, x, y, width, height), nodeDimensions: { width, height } };
  };
  const nodes = new vis.DataSet(model.nodes.map(({ id }) => ({ id, ...at(id), shape: "custom", ctxRenderer: renderer })));
  const edges = new vis.DataSet(model.edges.map(({ id, from, to }) => ({ id, from, to })));
  const shown = {
    nodes: new vis.DataView(nodes, { filter: ({ id }) => visible(id) }),
    edges: new vis.DataView(edges, {
      filter: ({ id, from, to }) =>
        id === state.edge || (SHOWS[state.view].edge.includes(model.group(model.edges[id])) && visible(from) && visible(to)),
    }),
  };
  const clear = { color: "transparent", hover: "transparent", highlight: "transparent", inherit: false };
  const network = new vis.Network(document.getElementById("canvas"), shown, {
    physics: false,
    layout: { improvedLayout: false },
    interaction: { hover: true, dragNodes: false, selectConnectedEdges: false, hoverConnectedEdges: false,
      keyboard: { enabled: true, bindToWindow: false } },
    nodes: { chosen: false },
    edges: { smooth: false, chosen: false, color: clear, width: 1 },
  });

  /* Nodes and labels. */
  const isLit = (node) => !lit || lit.has(node);
  const drawNode = (ctx, node, x, y, width, height) => {
    ctx.globalAlpha = isLit(node) ? 1 : DIM.node;
    ctx.beginPath();
    if (model.isPaper(node)) ctx.roundRect(x - width / 2, y - height / 2, width, height, Math.min(7, height / 3));
    else ctx.arc(x, y, width / 2, 0, 2 * Math.PI);
    ctx.fillStyle = ink[model.typeOf(node)];
    ctx.fill();
    const marked = node === state.node || node === hovered;
    if (!marked && model.isPaper(node)) return;
    ctx.lineWidth = (marked ? 3 : 1.5) * Math.max(1, 0.6 / fitted);
    ctx.strokeStyle = marked ? ink.accent : ink.ground;
    ctx.stroke();
  };

  const tint = (region) => ink[`region-${region % TINTS}`];
  const LOOK = {
    region: (id) => ({ fill: tint(id - model.nodes.length), halo: ink.ground, alpha: lit ? DIM.title : 1 }),
    paper: (id) => ({ fill: ink.ground, alpha: isLit(id) ? 1 : DIM.node + 0.1 }),
    entity: (id) => ({ fill: ink.ink, halo: ink.ground, alpha: isLit(id) ? 1 : DIM.node + 0.1 }),
    aside: () => ({ fill: ink.quiet, halo: ink.ground, alpha: 1 }),
  };
  const drawLabel = (ctx, label) => {
    const { fill, halo, alpha } = LOOK[label.kind](label.node);
    ctx.globalAlpha = alpha;
    ctx.font = `${label.weight} ${label.font}px ${labels.FAMILY}`;
    ctx.letterSpacing = `${label.spacing}px`;
    ctx.fillStyle = fill;
    ctx.lineWidth = label.font * 0.28;
    label.lines.forEach((line, n) => {
      const y = label.y + (n - (label.lines.length - 1) / 2) * label.leading;
      if (halo) {
        ctx.strokeStyle = halo;
        ctx.strokeText(line, label.x, y);
      }
      ctx.fillText(line, label.x, y);
    });
  };
  const drawLabels = (ctx) => {
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    for (const label of placed.values()) drawLabel(ctx, label);
    for (const label of asides()) drawLabel(ctx, label);
  };

  /* Words beside the names: what the lit edges between papers stand for, and why some papers stand apart. */
  const asides = () => {
    const between = seen.edges.filter((edge) => edge.kind === "shares" && isStrong(edge)).map(sharedLabel);
    return labels.isFar(fitted) || !alone.length || state.view === "entities" || lit ? between : [aloneLabel()];
  };
  const sharedLabel = (edge) => {
    const [a, b] = [at(edge.from), at(edge.to)];
    const [first, ...more] = model.common(edge.from, edge.to);
    const text = model.nodes[first].label + (more.length ? ` +${more.length}` : "");
    return labels.aside(text, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, fitted);
  };
  const aloneLabel = () => {
    const places = alone.map(at);
    const x = places.reduce((sum, place) => sum + place.x, 0) / places.length;
    return labels.aside("These share nothing with the others", { x, y: Math.max(...places.map((place) => place.y)) + 36 }, fitted);
  };

  /* A shore as a smooth line: through the middles of its steps, its points as what bends it. */
  const coast = (path, flat) => {
    const points = model.pairs(flat);
    const between = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];
    path.moveTo(...between(points.at(-1), points[0]));
    points.forEach((point, n) => path.quadraticCurveTo(...point, ...between(point, points[(n + 1) % points.length])));
    path.closePath();
    return path;
  };
  const lands = model.regions.map(({ shores }) => shores.reduce(coast, new Path2D()));
  const drawLands = (ctx) => {
    ctx.save();
    ctx.scale(model.spread(state.all), model.spread(state.all));
    ctx.lineWidth = 1.5;
    lands.forEach((land, n) => {
      ctx.fillStyle = ctx.strokeStyle = tint(n);
      ctx.globalAlpha = Number(ink.land) * (lit ? DIM.land : 1);
      ctx.fill(land);
      ctx.globalAlpha *= 2.2;
      ctx.stroke(land);
    });
    ctx.restore();
  };

  /* Edges: within a region they are strong, from one to another faint; those of what is chosen or under the pointer lit. */
  const centre = () => hovered ?? state.node;
  const isStrong = (edge) => (centre() === null ? edge.id === state.edge : edge.from === centre() || edge.to === centre());
  const HUE = { role: ({ to }) => ink[model.typeOf(to)], fact: () => ink.ink, shares: () => ink.ink, together: () => ink.quiet };
  const weight = (edge) => Math.min(1, { role: () => model.nodes[edge.to].value, fact: () => 0.9 }[model.group(edge)]?.() ?? edge.value);
  const drawEdge = (ctx, edge) => {
    const [a, b] = [at(edge.from), at(edge.to)];
    const strong = isStrong(edge);
    const home = model.regionOf.get(edge.from) === model.regionOf.get(edge.to) ? 1 : 0.6 * crowded;
    ctx.strokeStyle = ctx.fillStyle = HUE[model.group(edge)](edge);
    ctx.globalAlpha = strong ? 0.95 : Number(ink.edge) * (0.3 + 0.7 * weight(edge)) * crowded * home * (lit ? DIM.edge : 1);
    ctx.lineWidth = (0.5 + 0.5 / fitted) * (edge.kind === "shares" ? 0.6 + 1.4 * Math.min(3, edge.value) : strong ? 1.8 : 0.4 + weight(edge));
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
    if (model.group(edge) === "fact") drawArrow(ctx, a, b, radius(edge.to));
  };
  const drawArrow = (ctx, a, b, away) => {
    const turn = Math.atan2(b.y - a.y, b.x - a.x);
    const tip = { x: b.x - (away + 2) * Math.cos(turn), y: b.y - (away + 2) * Math.sin(turn) };
    ctx.beginPath();
    ctx.moveTo(tip.x, tip.y);
    for (const side of [-0.4, 0.4]) ctx.lineTo(tip.x - 10 * Math.cos(turn + side), tip.y - 10 * Math.sin(turn + side));
    ctx.fill();
  };

  const fit = () => {
    const scale = network.getScale();
    if (scale === fitted) return;
    fitted = scale;
    const papers = labels.isFar(scale) ? 3 : Infinity;
    const rank = (node) => (model.isPaper(node) ? papers : model.nodes[node].papers);
    const order = [...seen.nodes].sort((a, b) => rank(b) - rank(a) || a - b);
    const room = frame().map((side, n) => side + ((n < 2 ? -1 : 1) * ASIDE * network.canvas.frame.clientWidth) / scale);
    placed = labels.fit(lit ? order.filter(isLit) : [], order, at, radius, scale, room);
  };
  const drawn = (paint) => (ctx) => {
    ctx.save();
    paint(ctx);
    ctx.restore();
  };
  network.on("beforeDrawing", drawn((ctx) => {
    fit();
    drawLands(ctx);
    for (const edge of seen.edges) if (!isStrong(edge)) drawEdge(ctx, edge);
    for (const edge of seen.edges) if (isStrong(edge)) drawEdge(ctx, edge);
  }));
  network.on("afterDrawing", drawn(drawLabels));

  const refocus = () => {
    const near = seen.edges.filter(isStrong).flatMap(({ from, to }) => [from, to]);
    const found = [...near, ...(hovered === null ? chosen() : [hovered])].filter((node) => node !== null);
    lit = found.length ? new Set(found) : null;
    fitted = 0;
    network.redraw();
  };

  const show = (next) => {
    const moved = next.all !== state.all;
    state = next;
    hovered = null;
    if (moved) nodes.update(model.nodes.map(({ id }) => ({ id, ...at(id) })));
    shown.nodes.refresh();
    shown.edges.refresh();
    seen = { nodes: shown.nodes.getIds(), edges: shown.edges.getIds().map((id) => model.edges[id]) };
    refocus();
    if (moved) whole();
    else if (state.node !== null) reveal(state.node);
  };

  const frame = () => model.frame.map((side) => side * model.spread(state.all));

  /* The whole map, clear of what lies over the canvas. */
  const whole = (duration = 0) => {
    const { clientWidth, clientHeight } = network.canvas.frame;
    const [left, top, right, bottom] = frame();
    const fill = (pad) => Math.min((clientWidth - pad) / (right - left), (clientHeight - BELOW - pad / 2) / (bottom - top), 1.6);
    const scale = labels.isFar(fill(0)) ? fill(2 * ASIDE * clientWidth) : fill(0);
    move({ position: { x: (left + right) / 2, y: (top + bottom) / 2 + BELOW / 2 / scale }, scale }, duration);
  };
  const move = (view, duration) =>
    network.moveTo({ ...view, animation: duration > 0 && !still.matches && { duration, easingFunction: "easeInOutQuad" } });
  const zoom = (times) => move({ scale: network.getScale() * times }, 150);

  /* Bring a node into view where it is not: with its neighbours, and with the map all around. */
  const reveal = (node) => {
    if (!model.isPlaced(node)) return;
    const { clientWidth, clientHeight } = network.canvas.frame;
    const { x, y } = network.canvasToDOM(at(node));
    if (x >= 60 && y >= 30 && x <= clientWidth - 60 && y <= clientHeight - BELOW) return;
    const near = [...lit].map(at);
    const sides = ["x", "y"].map((axis) => near.map((place) => place[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
    const size = [clientWidth, clientHeight - BELOW];
    const scale = Math.min(network.getScale(), ...sides.map(([low, high], n) => (size[n] - 160) / Math.max(high - low, 1)));
    const [left, top, right, bottom] = frame();
    const within = ([low, high], least, most, room) =>
      room > most - least ? (least + most) / 2 : Math.min(Math.max((low + high) / 2, least + room / 2), most - room / 2);
    const [across, down] = [within(sides[0], left, right, size[0] / scale), within(sides[1], top, bottom, size[1] / scale)];
    move({ position: { x: across, y: down + BELOW / 2 / scale }, scale }, 250);
  };

  const paint = () => {
    const style = getComputedStyle(document.documentElement);
    const names = ["ground", "ink", "quiet", "accent", "land", "edge", "Other", ...model.types];
    for (let n = 0; n < TINTS; n += 1) names.push(`region-${n}`);
    ink = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    network.redraw();
  };

  const picture = () => {
    const { canvas } = network.canvas.frame;
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const ctx = copy.getContext("2d");
    ctx.fillStyle = ink.ground;
    ctx.fillRect(0, 0, copy.width, copy.height);
    ctx.drawImage(canvas, 0, 0);
    return new Promise((resolve) => copy.toBlob(resolve));
  };

  const hover = (node) => {
    hovered = node;
    refocus();
  };

  return { network, show, paint, whole, zoom, picture, hover, labels: () => placed };
})();
