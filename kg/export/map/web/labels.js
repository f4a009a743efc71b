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
  const ENOUGH = 500;
  const STEPS = [0, 1, -1, 2, -2, 3, -3].flatMap((dy) => [0, 1.5, -1.5, 3, -3].map((dx) => [dx, dy]));
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

  const shape = (node, kind, text, scale) => {
    const { size, least, most, weight, spacing, leading } = FONTS[kind];
    const font = Math.min(Math.max(size * scale, isFar(scale) ? LEAST_FAR : least), most) / scale;
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
    return [[0, down], [0, -down], [across, 0], [-across, 0]]
      .map(([dx, dy]) => boxed(label, x + dx, y + dy, pad * label.font, (pad * label.font) / 2));
  };

  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

  /* The labels that there is room for, by node: of `first`, then of lit edges, then of the regions, then of `order`, then
     of other edges. `at` gives the place of a node, `radius` its size. Near, a paper is a card with its label; far, a spot
     with its label beside it, as an entity. Far, no label reaches beyond the room or covers a spot, save a region's name:
     that stands where it covers fewest. */
  const fit = ({ first, order, regions, asides, at, radius, scale, room: [west, north, east, south] }) => {
    const found = new Map();
    const far = isFar(scale);
    const within = (box) => !far || (box.left >= west && box.right <= east && box.top >= north && box.bottom <= south);
    const free = (box) => within(box) && taken.every((one) => one.node === box.node || apart(one, box));
    const spot = (node) => {
      const { x, y } = at(node);
      const r = radius(node);
      return { node, left: x - r, right: x + r, top: y - r, bottom: y + r };
    };
    const place = (node, choices) => {
      const box = !found.has(node) && found.size < ENOUGH && choices.find(free);
      if (!box) return;
      found.set(node, box);
      taken.push(box);
      if (box.kind === "entity" && !far) taken.push(spot(node));
    };
    const name = (node) => {
      const { x, y } = at(node);
      const card = model.isPaper(node) && !far;
      const label = shape(node, card ? "paper" : "entity", model.nodes[node].label, scale);
      place(node, card ? [boxed(label, x, y, label.font * 0.65, label.font * 0.4)] : around(label, x, y, radius(node), far ? 0.9 : 0));
    };
    const beside = ({ key, text, x, y, isLit }) => place(key, [{ ...boxed(shape(key, "aside", text, scale), x, y), isLit }]);
    const taken = far ? first.map(spot) : [];
    first.forEach(name);
    asides.filter(({ isLit }) => isLit).forEach(beside);
    const spots = far ? order.slice(0, ENOUGH).map(spot) : [];
    for (const { id, labels: texts } of regions.filter(({ labels: all }) => all.length)) {
      const { x, y } = at(id);
      const label = shape(id, "region", texts.slice(0, far ? 1 : 2).join(" ·\n").toUpperCase(), scale);
      const cost = (box) => spots.filter((one) => !apart(one, box)).length + Math.hypot(box.x - x, box.y - y) / label.font / 2;
      place(id, (far ? STEPS : [[0, 0]]).map(([dx, dy]) => boxed(label, x + dx * label.font, y + dy * label.font))
        .map((box) => [cost(box), box]).sort(([a], [b]) => a - b).map(([, box]) => box));
    }
    taken.push(...spots);
    order.forEach(name);
    asides.filter(({ isLit }) => !isLit).forEach(beside);
    return found;
  };

  return { fit, isFar, FAMILY };
})();
