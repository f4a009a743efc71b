"use strict";

/* How things look. All is painted with a context's own few commands, so that `svg.js` can take a canvas's place. `now` is
   what draw.js knows: the scale, the state, where nodes stand, what is lit. */
const paint = (() => {
  const TINTS = 8;
  const DIM = { node: 0.3, card: 0.1, dust: 0.55, edge: 0.2, land: 0.6, title: 0.35 };
  let ink = {};

  /* The colours of the page as they are now. */
  const mix = () => {
    const style = getComputedStyle(document.documentElement);
    const names = ["ground", "ink", "quiet", "accent", "land", "edge", "Other", ...model.types];
    for (let n = 0; n < TINTS; n += 1) names.push(`region-${n}`);
    ink = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  };

  const isLit = (node, { lit }) => !lit || lit.has(node);
  const drawNode = (ctx, node, { x, y, width, height }, now) => {
    const isCard = now.labels.get(node)?.kind === "paper";
    ctx.globalAlpha = isLit(node, now) ? (now.isDust(node) ? DIM.dust : 1) : isCard ? DIM.card : DIM.node;
    ctx.fillStyle = ink[model.typeOf(node)];
    if (now.isDust(node)) return ctx.fillRect(x - width / 2, y - height / 2, width, height);
    ctx.beginPath();
    if (model.isPaper(node)) ctx.roundRect(x - width / 2, y - height / 2, width, height, Math.min(7, height / 3));
    else ctx.arc(x, y, width / 2, 0, 2 * Math.PI);
    ctx.fill();
    const marked = now.marked.has(node);
    if (!marked && model.isPaper(node)) return null;
    ctx.lineWidth = (marked ? 3 : 1.5) * Math.max(1, 0.6 / now.scale);
    ctx.strokeStyle = marked ? ink.accent : ink.ground;
    return ctx.stroke();
  };

  const tint = (region) => ink[`region-${model.regions[region].tint}`];
  const LOOK = {
    region: ({ node }, now) =>
      ({ fill: tint(node - model.nodes.length), halo: ink.ground, alpha: now.lit && !now.marked.has(node) ? DIM.title : 1 }),
    paper: ({ node }, now) => (isLit(node, now) ? { fill: ink.ground, alpha: 1 } : { fill: ink.ink, alpha: DIM.node + 0.1 }),
    entity: ({ node }, now) => ({ fill: ink.ink, halo: ink.ground, alpha: isLit(node, now) ? 1 : DIM.node + 0.1 }),
    aside: ({ isLit: on }, now) => ({ fill: on ? ink.ink : ink.quiet, halo: ink.ground, alpha: on || !now.lit ? 1 : DIM.node }),
  };
  const drawLabel = (ctx, label, now) => {
    const { fill, halo, alpha } = LOOK[label.kind](label, now);
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
  const drawLabels = (ctx, now) => {
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    for (const label of now.labels.values()) drawLabel(ctx, label, now);
  };

  /* A shore as a smooth line: through the middles of its steps, its points as what bends it. */
  const coast = (flat) => {
    const points = model.pairs(flat);
    const between = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];
    const bends = points.map((point, n) => `Q${[...point, ...between(point, points[(n + 1) % points.length])].join(" ")}`);
    return `M${between(points.at(-1), points[0]).join(" ")}${bends.join("")}Z`;
  };
  const shores = model.regions.map((region) => region.shores.map(coast).join(""));
  const lands = shores.map((shore) => new Path2D(shore));
  const outlines = new Map(lands.map((land, n) => [land, shores[n]]));
  const pen = document.createElement("canvas").getContext("2d");
  const isOn = (region, x, y) => pen.isPointInPath(lands[region], x, y);
  const drawLands = (ctx, now) => {
    ctx.save();
    ctx.scale(now.spread, now.spread);
    ctx.lineWidth = 1.5;
    for (const { number } of now.regions) {
      ctx.fillStyle = ctx.strokeStyle = tint(number);
      ctx.globalAlpha = Number(ink.land) * (now.lit ? DIM.land : 1);
      ctx.fill(lands[number]);
      ctx.globalAlpha *= 2.2;
      ctx.stroke(lands[number]);
    }
    ctx.restore();
  };

  /* Edges: within a region they are strong, from one to another faint; those of what is chosen or under the pointer lit. */
  const HUE = { role: ({ to }) => ink[model.typeOf(to)], fact: () => ink.ink, shares: () => ink.ink, together: () => ink.quiet };
  const FAINT = 0.035;
  const isHome = ({ from, to }) => model.regionOf.get(from) === model.regionOf.get(to);
  const strength = (edge, now) => {
    if (now.isStrong(edge)) return 0.95;
    const home = now.isNear || isHome(edge) ? 1 : 0.6 * now.crowded;
    return Number(ink.edge) * (0.3 + 0.7 * Math.min(1, model.weight(edge))) * now.crowded * home * (now.lit ? DIM.edge : 1);
  };
  const isSeen = (edge, now) => strength(edge, now) >= FAINT;
  const drawEdge = (ctx, edge, now) => {
    const [a, b] = [now.at(edge.from), now.at(edge.to)];
    const strong = now.isStrong(edge);
    const weight = Math.min(1, model.weight(edge));
    ctx.strokeStyle = ctx.fillStyle = HUE[model.group(edge)](edge);
    ctx.globalAlpha = strength(edge, now);
    ctx.lineWidth =
      (0.5 + 0.5 / now.scale) * (edge.kind === "shares" ? 0.6 + 1.4 * Math.min(3, edge.value) : strong ? 1.8 : 0.4 + weight);
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
    if (model.group(edge) === "fact") drawArrow(ctx, a, b, now.radius(edge.to));
  };
  const drawArrow = (ctx, a, b, away) => {
    const turn = Math.atan2(b.y - a.y, b.x - a.x);
    const tip = { x: b.x - (away + 2) * Math.cos(turn), y: b.y - (away + 2) * Math.sin(turn) };
    ctx.beginPath();
    ctx.moveTo(tip.x, tip.y);
    for (const side of [-0.4, 0.4]) ctx.lineTo(tip.x - 10 * Math.cos(turn + side), tip.y - 10 * Math.sin(turn + side));
    ctx.fill();
  };

  const all = (ctx, now) => {
    drawLands(ctx, now);
    for (const edge of now.edges) drawEdge(ctx, edge, now);
    for (const node of now.nodes) drawNode(ctx, node, { ...now.at(node), ...now.sizeOf(node) }, now);
    drawLabels(ctx, now);
  };

  return { mix, all, outlines, isOn, isSeen, ground: () => ink.ground };
})();
