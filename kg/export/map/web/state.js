"use strict";

/* What the reader has chosen. It is written in the address, whole, so back, forward and links work by themselves. */
const choice = (() => {
  const VIEWS = ["both", "papers", "entities"];
  const HOPS = 3;
  const key = (node) => model.nodes[node].key;
  const node = (text) => model.byKey.get(text) ?? null;
  const one = (known, otherwise) => (text) => (known.includes(text) ? text : otherwise);
  const some = (known) => (text) => new Set((text ?? "").split(",").filter((name) => known.includes(name)));
  const upTo = (most) => (text) => (/^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : 0);
  const edge = (text) => {
    try {
      const [from, kind, to] = JSON.parse(text);
      const found = model.edgesOf[model.byKey.get(from)]?.find((one) => one.kind === kind && one.to === model.byKey.get(to));
      return found?.id ?? null;
    } catch {
      return null;
    }
  };
  const edgeKey = (id) => {
    const { from, to, kind } = model.edges[id];
    return JSON.stringify([key(from), kind, key(to)]);
  };
  const region = (text) => model.regionOf.get(node(text)) ?? null;
  const regionKey = (region) => key(model.regions[region].members[0]);
  const sorted = (names) => [...names].sort().join(",");
  const isSome = (value) => value !== null;

  /* Of each field: its name in the address, how it is read, whether and how it is written. */
  const PARTS = {
    node: ["id", node, isSome, key],
    hops: ["hops", upTo(HOPS), Boolean, String],
    goal: ["to", node, isSome, key],
    edge: ["edge", edge, isSome, edgeKey],
    region: ["region", region, isSome, regionKey],
    view: ["view", one(VIEWS, model.view), (view) => view !== model.view, String],
    all: ["all", (text) => text === "1", Boolean, () => "1"],
    off: ["off", some(model.types), (names) => names.size, sorted],
    roles: ["roles", some(model.roles), (names) => names.size, sorted],
    relations: ["relations", some(model.relations), (names) => names.size, sorted],
    group: ["group", region, isSome, regionKey],
    since: ["since", upTo(9999), Boolean, String],
    until: ["until", upTo(9999), Boolean, String],
    least: ["least", upTo(999999), Boolean, String],
  };

  const read = (hash) => {
    const parts = new URLSearchParams(hash.slice(1).replaceAll("+", "%2B"));
    const state = Object.fromEntries(Object.entries(PARTS).map(([field, [name, from]]) => [field, from(parts.get(name))]));
    if (state.node === null) Object.assign(state, { hops: 0, goal: null });
    return state;
  };
  const write = (state) =>
    Object.entries(PARTS).filter(([field, [, , isSaid]]) => isSaid(state[field]))
      .map(([field, [name, , , to]]) => `${name}=${encodeURIComponent(to(state[field]))}`).join("&");

  const open = (chosen) => ({ node: chosen, edge: null, goal: null, region: null });
  const CLOSED = { ...open(null), hops: 0 };
  const UNFILTERED = { off: new Set(), roles: new Set(), relations: new Set(), group: null, since: 0, until: 0, least: 0 };

  return { read, write, open, CLOSED, UNFILTERED, HOPS };
})();
