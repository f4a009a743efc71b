"use strict";

/* The types, each of which can be switched off, and the switch for what one paper alone has. */
const legend = (() => {
  const things = model.nodes.filter(({ id }) => !model.isPaper(id) && model.isPlaced(id));
  const shared = new Set(things.filter(({ id }) => model.isShared(id)).map(({ group }) => group));
  const types = model.types.filter((type) => things.some(({ group }) => group === type)).map((type) => {
    const sign = panel.make("span", { class: `sign ${type}`, "aria-hidden": "true" });
    return [type, panel.make("button", { type: "button" }, sign, panel.said("span", model.typeLabel.get(type)))];
  });
  const own = things.filter(({ id }) => !model.isShared(id)).length;
  const all = panel.make("button", { type: "button", class: "all" }, `+ ${own} that one paper alone has`);

  const buttons = (go) => {
    const toggle = (type) => {
      const off = new Set(app.state().off);
      if (!off.delete(type)) off.add(type);
      go({ off });
    };
    for (const [type, button] of types) button.addEventListener("click", () => toggle(type));
    all.addEventListener("click", () => go({ all: !app.state().all }));
    show(app.state(), { nodes: [] });
    return [...types.map(([, button]) => button), all];
  };

  /* The types of what is shared, of what is drawn, and those that are switched off. */
  const show = ({ off, all: isAll }, seen) => {
    const drawn = new Set(seen.nodes.map((node) => model.nodes[node].group));
    for (const [type, button] of types) {
      button.hidden = ![shared, drawn, off].some((known) => known.has(type));
      button.setAttribute("aria-pressed", String(!off.has(type)));
    }
    all.setAttribute("aria-pressed", String(isAll));
  };

  return { buttons, show };
})();
