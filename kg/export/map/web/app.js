"use strict";

/* Joins the parts: a change of what is chosen writes the address, and a new address is shown: at once, since what is
   chosen next goes on from it and the browser tells of it later. */
const app = (() => {
  const byId = (id) => document.getElementById(id);
  let state = choice.read("");
  let shown = null;
  let start = null;

  const address = (change) => choice.write({ ...state, ...change });
  const visit = (hash) => {
    location.hash = hash;
    arrive();
  };
  const arrive = () => {
    if (location.hash === shown) return;
    shown = location.hash;
    render();
  };
  const go = (change) => visit(address(change));

  /* A node that was clicked or found: it is opened, or the path that is being chosen ends there. */
  const pick = (node) => {
    if (start === null) return go(choice.open(node));
    const from = start;
    choosing(null);
    return go({ ...choice.open(from), hops: 0, goal: node === from ? null : node });
  };
  const choosing = (from) => {
    start = from;
    byId("choosing").hidden = from === null;
    if (from === null) return;
    byId("choosing").firstElementChild.textContent = `Where does the path from ${model.nodes[from].name} end? Click it or search for it.`;
    byId("query").focus();
  };

  const onlyFilters = (chosen) => choice.write({ ...chosen, ...choice.CLOSED, view: model.view, all: false });
  const render = () => {
    const before = state;
    state = choice.read(location.hash);
    const seen = sight.of(state);
    legend.show(state, seen);
    draw.show(state, seen);
    byId("hint").hidden = true;
    byId("level").hidden = !draw.isLarge();
    const found = panel.details(state, seen);
    byId("details").replaceChildren(...found);
    byId("details").hidden = !found.length;
    byId("list").hidden = found.length > 0;
    byId("left").textContent = filters.show(state, seen);
    byId("counts").textContent = filters.counts(state);
    byId("nothing").hidden = seen.nodes.length > 0 || !sight.isFiltered(state);
    for (const radio of document.getElementsByName("view")) radio.checked = radio.value === state.view;
    if (onlyFilters(before) !== onlyFilters(state)) byId("list").replaceChildren(...panel.list(sight.filters(state).node));
    if (["node", "edge", "goal", "region"].some((field) => before[field] !== state[field])) {
      byId("details").scrollTop = 0;
      byId(found.length ? "details" : "list").focus({ preventScroll: true });
    }
  };

  const searching = () => {
    const [input, box] = [byId("query"), byId("suggestions")];
    let found = [];
    let chosen = -1;
    const close = () => {
      box.hidden = true;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const open = (n) => {
      close();
      input.value = "";
      const { node, edge } = found[n];
      if (edge === undefined) pick(node);
      else go({ ...choice.CLOSED, edge });
    };
    const choose = (n) => {
      chosen = n;
      [...box.children].forEach((option, m) => option.setAttribute("aria-selected", String(m === n)));
      if (n >= 0) {
        input.setAttribute("aria-activedescendant", `option-${n}`);
        box.children[n].scrollIntoView({ block: "nearest" });
      }
    };
    const suggest = () => {
      found = model.search(input.value);
      const options = found.map((one, n) => {
        const option = panel.make("li", { role: "option", id: `option-${n}` }, ...panel.suggestion(one));
        option.addEventListener("mousedown", (event) => event.preventDefault());
        option.addEventListener("click", () => open(n));
        return option;
      });
      const none = panel.make("li", { class: "none" }, "Nothing of that name");
      box.replaceChildren(...(options.length ? options : [none]));
      box.hidden = !input.value.trim();
      input.setAttribute("aria-expanded", String(!box.hidden));
      choose(found.length ? 0 : -1);
    };
    input.addEventListener("input", suggest);
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && found.length) choose((chosen + step + found.length) % found.length);
      else if (event.key === "Enter" && chosen >= 0 && !box.hidden) open(chosen);
      else if (event.key === "Escape" && !box.hidden) close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  };

  const theme = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    let chosen = null;
    const set = () => {
      document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
      draw.repaint();
    };
    dark.addEventListener("change", set);
    byId("theme").addEventListener("click", () => {
      chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
      set();
    });
    set();
  };

  const canvas = () => {
    const { network } = draw;
    const hint = byId("hint");
    let touched = false;
    for (const kind of ["pointerdown", "pointermove"])
      document.addEventListener(kind, ({ pointerType }) => { touched = pointerType === "touch"; }, { capture: true });
    const clickBeside = ({ edge, region }) =>
      go({ edge, region, goal: null, ...(state.hops && edge !== null ? {} : { node: null, hops: 0 }) });
    const within = ({ clientX, clientY }) => {
      const { left, top } = byId("stage").getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    let under = null;
    const point = (event) => {
      const place = within(event);
      const found = draw.what(place);
      if (found === null) return leave();
      hint.textContent = panel.hint(found);
      hint.hidden = found.region !== null && !found.isNamed;
      hint.style.left = `${Math.min(place.x + 14, byId("stage").clientWidth - 310)}px`;
      hint.style.top = `${place.y + 16}px`;
      document.body.classList.add("pointing");
      return over(found.node);
    };
    const over = (node) => {
      if (node !== under) draw.hover(node);
      under = node;
    };
    const leave = () => {
      hint.hidden = true;
      document.body.classList.remove("pointing");
      over(null);
    };
    byId("canvas").addEventListener("pointermove", (event) => {
      if (!touched && !event.buttons) point(event);
    });
    byId("canvas").addEventListener("pointerleave", leave);
    network.on("click", ({ pointer, event }) => {
      const found = draw.what(pointer.DOM) ?? { node: null, edge: null, region: null };
      leave();
      if (found.node !== null && event.srcEvent.shiftKey && state.node !== null) choosing(state.node);
      if (found.node !== null) pick(found.node);
      else clickBeside(found);
    });
    byId("closer").addEventListener("click", () => draw.zoom(1.4));
    byId("farther").addEventListener("click", () => draw.zoom(1 / 1.4));
    byId("whole").addEventListener("click", () => draw.whole(200));
    const save = (id, name, made) => byId(id).addEventListener("click", async () => {
      const url = URL.createObjectURL(await made());
      panel.make("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    });
    save("picture", "map.png", picture.png);
    save("drawing", "map.svg", picture.svg);
  };

  /* What is pointed at, or reached by keyboard, in the list or the panel is lit on the map: not what merely comes to lie
     under a pointer that rests. */
  const lighting = () => {
    let lit;
    const light = (element) => {
      const { node } = element?.closest("[data-node]")?.dataset ?? {};
      if (node !== lit) draw.hover(node === undefined ? null : Number(node));
      lit = node;
    };
    for (const kind of ["pointermove", "focusin"]) byId("side").addEventListener(kind, ({ target }) => light(target));
    for (const kind of ["pointerleave", "focusout"]) byId("side").addEventListener(kind, () => light(null));
  };

  const open = () => {
    byId("list").replaceChildren(...panel.list(() => true));
    byId("filters").append(...filters.form(go));
    byId("stop").addEventListener("click", () => choosing(null));
    byId("clear").addEventListener("click", () => go(choice.UNFILTERED));
    byId("legend").append(...legend.buttons(go));
    searching();
    theme();
    canvas();
    lighting();
    for (const radio of document.getElementsByName("view")) radio.addEventListener("change", () => go({ view: radio.value }));
    addEventListener("hashchange", arrive);
    document.addEventListener("click", (event) => {
      const inner = event.target.closest?.('a[href^="#"]');
      if (!inner) return;
      event.preventDefault();
      if (inner.dataset.node) pick(Number(inner.dataset.node));
      else visit(inner.getAttribute("href"));
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (start === null) go(choice.CLOSED);
      else choosing(null);
    });
    draw.whole();
    arrive();
  };

  return { address, go, choosing, state: () => state, open };
})();
app.open();
