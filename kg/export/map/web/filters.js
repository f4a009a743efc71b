"use strict";

/* The form of filters, and the lines that say how much of the map they leave. */
const filters = (() => {
  const { make, said, plural } = panel;
  const isUsed = (kinds, known) => known.filter((kind) => kinds.has(kind));
  const kinds = new Set(model.edges.map(({ kind }) => kind));
  const years = model.texts.map(({ year }) => year).filter((year) => year !== null);
  const set = {};

  const boxes = (field, title, known, go) => {
    const found = isUsed(kinds, known).map((kind) => {
      const box = make("input", { type: "checkbox", value: kind });
      box.addEventListener("change", () => {
        const off = new Set(app.state()[field]);
        if (!off.delete(kind)) off.add(kind);
        go({ [field]: off });
      });
      return [box, make("label", {}, box, said("span", model.label.get(kind)))];
    });
    set[field] = (off) => found.forEach(([box]) => { box.checked = !off.has(box.value); });
    return found.length > 1 ? make("fieldset", {}, make("legend", {}, title), ...found.map(([, label]) => label)) : null;
  };

  const number = (field, label, least, go) => {
    const box = make("input", { type: "number", min: String(least), step: "1", "aria-label": label });
    box.addEventListener("change", () => go({ [field]: Math.max(0, Math.trunc(box.valueAsNumber || 0)) }));
    set[field] = (value) => { box.value = value || ""; };
    return box;
  };

  const groups = (go) => {
    if (!model.regions.length) return null;
    const option = (title, value) => said("option", title, { value });
    const box = make("select", { "aria-label": "Group of papers" }, option("All groups", ""),
      ...model.regions.map(({ title }, n) => option(title, String(n))));
    box.addEventListener("change", () => go({ group: box.value === "" ? null : Number(box.value) }));
    set.group = (group) => { box.value = group === null ? "" : String(group); };
    return make("p", {}, box);
  };

  const form = (go) => {
    const reset = make("button", { type: "button" }, "Show all again");
    reset.addEventListener("click", () => go(choice.UNFILTERED));
    const from = years.length ? make("p", {}, "Years ", number("since", "From year", 0, go), " to ", number("until", "To year", 0, go)) : null;
    return [
      groups(go),
      make("p", {}, "Entities in at least ", number("least", "Least number of papers", 1, go), " papers"),
      from,
      boxes("roles", "What an entity is to a paper", model.roles, go),
      boxes("relations", "How entities relate", model.relations, go),
      make("p", {}, reset),
    ].filter((one) => one !== null);
  };

  const show = (state, seen) => {
    for (const [field, write] of Object.entries(set)) write(state[field]);
    const papers = seen.nodes.filter(model.isPaper).length;
    const parts = [plural(papers, "paper"), `${seen.nodes.length - papers} entities`];
    const more = seen.near?.more ? `, ${seen.near.more} less telling left out` : "";
    return sight.isFiltered(state) || seen.near ? `Filter · ${parts.join(", ")}${more}` : "Filter";
  };

  /* How much there is, and how much of it the filters leave: of papers, and of the things that are drawn with them. */
  const counts = (state) => {
    const { node: isKept } = sight.filters(state);
    const all = model.nodes.map(({ id }) => id);
    const things = all.filter((node) => !model.isPaper(node) && model.isPlaced(node) && (state.all || model.isShared(node)));
    const have = state.all ? "have" : "share";
    if (!sight.isFiltered(state)) return `${plural(model.texts.length, "paper")} and the ${things.length} things that they ${have}`;
    const papers = all.filter(model.isPaper).filter(isKept).length;
    return `${papers} of ${plural(model.texts.length, "paper")} and ${things.filter(isKept).length} of the ${things.length} things that they ${have}`;
  };

  return { form, show, counts };
})();
