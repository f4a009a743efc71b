"use strict";

/* Ways through the graph: what lies around a node, where that is drawn, and the path from one node to another. */
const walk = (() => {
  const MOST = 240;
  const STRETCH = 1.5;
  const RING = 150;
  const ARC = 92;

  /* What `isOpen(edge, node, hop)` lets be reached in `hops` steps: for each node its hop and the node before it. Where
     there is more than can be seen, the most telling are kept; `more` is how many are not. */
  const around = (start, hops, isOpen) => {
    const found = new Map([[start, { hop: 0, from: null }]]);
    let ring = [start];
    let more = 0;
    for (let hop = 1; hop <= hops; hop += 1) {
      const next = new Map();
      for (const from of ring)
        for (const edge of model.edgesOf[from]) {
          const node = model.other(edge, from);
          if (found.has(node) || !isOpen(edge, node, hop)) continue;
          const weight = model.weight(edge);
          if (weight > (next.get(node)?.weight ?? -1)) next.set(node, { hop, from, weight });
        }
      const best = [...next].sort(([a, one], [b, other]) => other.weight - one.weight || a - b);
      const kept = best.slice(0, Math.max(MOST - found.size, 0));
      more += best.length - kept.length;
      for (const [node, way] of kept) found.set(node, way);
      ring = kept.map(([node]) => node);
    }
    return { found, more };
  };

  /* Places on rings around the start, each node near the one before it. */
  const rings = (found) => {
    const places = new Map();
    const turns = new Map();
    let radius = 0;
    for (let hop = 0; hop <= choice.HOPS; hop += 1) {
      const before = (node) => turns.get(found.get(node).from) ?? 0;
      const kind = (node) => model.types.indexOf(model.typeOf(node));
      const ring = [...found.keys()].filter((node) => found.get(node).hop === hop)
        .sort((a, b) => before(a) - before(b) || kind(a) - kind(b) || a - b);
      if (hop > 0) radius = Math.max(radius + RING, (ring.length * ARC) / (2 * Math.PI));
      ring.forEach((node, n) => {
        const turn = (2 * Math.PI * (n + 0.5)) / ring.length;
        turns.set(node, turn);
        places.set(node, { x: STRETCH * radius * Math.sin(turn), y: -radius * Math.cos(turn) });
      });
    }
    return places;
  };

  /* The edges of the shortest path, of several the most telling; null where there is none. */
  const path = (start, goal) => {
    const steps = new Map([[goal, { away: 0, told: 0, edge: null }]]);
    for (const node of steps.keys()) {
      const { away, told } = steps.get(node);
      for (const edge of model.edgesOf[node]) {
        if (!["role", "fact"].includes(model.group(edge))) continue;
        const next = model.other(edge, node);
        const known = steps.get(next);
        const better = { away: away + 1, told: told + model.weight(edge), edge };
        if (!known || (known.away === better.away && known.told < better.told)) steps.set(next, better);
      }
    }
    if (!steps.has(start)) return null;
    const found = [];
    for (let node = start; node !== goal; node = model.other(found.at(-1), node)) found.push(steps.get(node).edge);
    return found;
  };

  return { around, rings, path };
})();
