"use strict";

/* Which labels there is room for, at a scale. Boxes are in the map's own units, so that moving the map moves them along. */
const labels = (() => {
  const FAMILY = 'Inter, "Segoe UI", "Helvetica Neue", Arial, "Noto Sans", sans-serif';
  const FONTS = {
    region: { size: 15, least: 9.5, most: 24, weight: 700, spacing: 0.08, leading: 1.2 },
    paper: { size: 14.5, least: 8.8, most: 20, weight: 600, spacing: 0, leading: 1.16 },
    entity: { size: 13, least: 9.5, most: 18, weight: 500, spacing: 0, leading: 1.16 },
    aside: { size: 12.5, least: 10.5, most: 14, weight: 400, spacing: 0, leading: 1.16 },
  };
  const FAR = 0.5;
  const LEAST_FAR = 10.5;
  const MORE_FAR = { entity: 4.5, region: 8.5 };
  const WIDE = 1000;
  const ENOUGH = 500;
  const STEPS = [0, 1, -1, 2, -2, 3, -3, 4, -4].flatMap((dy) => [0, 1.5, -1.5, 3, -3, 4.5, -4.5].map((dx) => [dx, dy]));
  const COVERED = 3;
  const CLEAR = 250;
  const CELL = 120;
  const isFar = (scale) => scale < FAR;
  const pen = document.createElement("canvas").getContext("2d");
  const widths = new Map();

  const width = (line, weight) => {
    const key = weight + line;
    if (!widths.has(key)) {
      pen.font = `${weight} 100px ${FAMILY}`;
      widths.set(key, pen.measureText(line).width / 100);
    }
    return widths.get(key);
  };

  /* Far, what more papers share and where more papers stand is written larger, as far as the picture is wide. */
  const fontOf = (node, kind, scale, across) => {
    const { size, least, most } = FONTS[kind];
    if (!isFar(scale)) return Math.min(Math.max(size * scale, least), most) / scale;
    const papers = kind === "region" ? model.regions[node - model.nodes.length].papers.length : model.nodes[node]?.papers ?? 1;
    const more = Math.min(0.5 * Math.sqrt(papers), MORE_FAR[kind] ?? 0) * Math.min(1, across / WIDE);
    return (LEAST_FAR + more) / scale;
  };
  const shape = (node, kind, text, scale, across = WIDE) => {
    const { weight, spacing, leading } = FONTS[kind];
    const font = fontOf(node, kind, scale, across);
    const lines = text.split("\n");
    const widest = Math.max(...lines.map((line) => width(line, weight) + spacing * line.length));
    return { node, kind, font, weight, spacing: spacing * font, leading: leading * font, lines,
      width: font * widest, height: font * leading * lines.length };
  };

  const boxed = (label, x, y, padX = 0, padY = 0) => ({ ...label, x, y,
    left: x - label.width / 2 - padX, right: x + label.width / 2 + padX,
    top: y - label.height / 2 - padY, bottom: y + label.height / 2 + padY });

  const around = (label, x, y, radius, pad) => {
    const away = radius + label.font * 0.25;
    const [across, down] = [away + label.width / 2, away + label.height / 2];
    return [[0, down], [0, -down], [across, 0], [-across, 0], [across, down], [-across, down], [across, -down], [-across, -down]]
      .map(([dx, dy]) => boxed(label, x + dx, y + dy, pad * label.font, (pad * label.font) / 2));
  };

  /* A region's name around its heart, first where it covers few spots and is not far off. */
  const nearby = (label, x, y, spots) => {
    const boxes = STEPS.map(([dx, dy]) => boxed(label, x + dx * label.font, y + dy * label.font, label.font * 0.7));
    const cost = (box) => COVERED * spots.over(box) + Math.hypot(box.x - x, box.y - y) / label.font / 2;
    return boxes.map((box) => [cost(box), box]).sort(([a], [b]) => a - b).map(([, box]) => box);
  };

  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

  /* Ground that boxes take, looked up by the cells of a grid. */
  const ground = (cell) => {
    const cells = new Map();
    const under = function* ({ left, top, right, bottom }) {
      for (let x = Math.floor(left / cell); x * cell < right; x += 1)
        for (let y = Math.floor(top / cell); y * cell < bottom; y += 1) yield x * 1e6 + y;
    };
    const take = (box) => {
      for (const key of under(box)) cells.set(key, [...(cells.get(key) ?? []), box]);
    };
    const over = (box) => {
      const found = new Set();
      for (const key of under(box))
        for (const one of cells.get(key) ?? []) if (one.node !== box.node && !apart(one, box)) found.add(one);
      return found.size;
    };
    return { take, over };
  };

  /* The labels that there is room for, by node: of `first`, then of lit edges, then of the regions, then of `order`, then
     of other edges. `at` gives the place of a node, `radius` its size. Near, a paper is a card with its label; far, a spot
     with its label beside it, as an entity. Far, no label reaches beyond the room or covers one of the spots of what most
     papers share, save a region's name: that stands on its land where it covers fewest. Dust has no label. */
  const fit = ({ width: across, first, order, regions, asides, at, radius, scale, isDust, room: [west, north, east, south], isOn }) => {
    const found = new Map();
    const far = isFar(scale);
    const [taken, lit, spots] = [0, 1, 2].map(() => ground(CELL / scale));
    const within = (box) => !far || (box.left >= west && box.right <= east && box.top >= north && box.bottom <= south);
    const spot = (node) => {
      const { x, y } = at(node);
      const r = radius(node);
      return { node, left: x - r, right: x + r, top: y - r, bottom: y + r };
    };
    const place = (node, choices, clear = null) => {
      const isHome = (box) => !far || box.kind !== "region" || isOn(node, box);
      const isFree = (box) => within(box) && !taken.over(box) && !clear?.over(boxed(box, box.x, box.y)) && isHome(box);
      const box = !found.has(node) && found.size < ENOUGH && choices.find(isFree);
      if (!box) return;
      found.set(node, box);
      taken.take(box);
      if (box.kind === "entity" && !far) taken.take(spot(node));
    };
    const name = (clear) => (node) => {
      const { x, y } = at(node);
      const card = model.isPaper(node) && !far;
      const label = shape(node, card ? "paper" : "entity", model.nodes[node].label, scale, across);
      const pad = far ? 1.5 : 0;
      place(node, card ? [boxed(label, x, y, label.font * 0.65, label.font * 0.4)] : around(label, x, y, radius(node), pad), clear);
    };
    const beside = ({ key, text, x, y, isLit }) => {
      const label = shape(key, "aside", text, scale);
      place(key, [{ ...boxed(label, x, y, label.font * 0.4), isLit }]);
    };
    const title = ({ id, labels: texts }) => {
      const { x, y } = at(id);
      const label = shape(id, "region", texts.slice(0, far ? 1 : 2).join(" ·\n").toUpperCase(), scale, across);
      place(id, far ? nearby(label, x, y, spots) : [boxed(label, x, y)]);
    };
    if (far) {
      first.map(spot).forEach(lit.take);
      order.filter((node) => !isDust(node)).slice(0, CLEAR).map(spot).forEach(spots.take);
    }
    first.forEach(name(lit));
    asides.filter(({ isLit }) => isLit).forEach(beside);
    regions.filter(({ labels: all }) => all.length).forEach(title);
    order.filter((node) => !isDust(node)).forEach(name(spots));
    asides.filter(({ isLit }) => !isLit).forEach(beside);
    return found;
  };

  return { fit, boxed, isFar, FAMILY };
})();
