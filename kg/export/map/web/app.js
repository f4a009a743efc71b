"use strict";

/* The state is the address: a change writes the hash, a new hash is shown. So back, forward and links work by themselves. */
const app = (() => {
  const byId = (id) => document.getElementById(id);
  const VIEWS = ["both", "papers", "entities"];
  let state = { view: "both", all: false, off: new Set(), node: null, edge: null };

  const address = (change) => {
    const { view, all, off, node, edge } = { ...state, ...change };
    const parts = [];
    const add = (name, value) => parts.push(`${name}=${encodeURIComponent(value)}`);
    if (node !== null) add("id", model.nodes[node].key);
    if (edge !== null) {
      const { from, to, kind } = model.edges[edge];
      add("edge", JSON.stringify([model.nodes[from].key, kind, model.nodes[to].key]));
    }
    if (view !== "both") add("view", view);
    if (all) add("all", "1");
    if (off.size) add("off", [...off].sort().join(","));
    return parts.join("&");
  };

  const edgeOf = (text) => {
    try {
      const [from, kind, to] = JSON.parse(text);
      const found = model.edgesOf[model.byKey.get(from)]?.find((edge) => edge.kind === kind && edge.to === model.byKey.get(to));
      return found?.id ?? null;
    } catch {
      return null;
    }
  };

  const read = () => {
    const parts = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    const view = parts.get("view");
    state = {
      view: VIEWS.includes(view) ? view : "both",
      all: parts.get("all") === "1",
      off: new Set((parts.get("off") ?? "").split(",").filter((type) => model.types.includes(type))),
      node: model.byKey.get(parts.get("id")) ?? null,
      edge: parts.has("edge") ? edgeOf(parts.get("edge")) : null,
    };
  };
  const go = (change) => {
    location.hash = address(change);
  };

  const render = () => {
    const before = state;
    read();
    draw.show(state);
    byId("hint").hidden = true;
    const found = panel.details(state);
    byId("details").replaceChildren(...found);
    byId("details").hidden = !found.length;
    byId("list").hidden = found.length > 0;
    for (const radio of document.getElementsByName("view")) radio.checked = radio.value === state.view;
    for (const button of byId("legend").children) {
      const on = button.dataset.type ? !state.off.has(button.dataset.type) : state.all;
      button.setAttribute("aria-pressed", String(on));
    }
    if (before.node !== state.node || before.edge !== state.edge) {
      byId("details").scrollTop = 0;
      byId(found.length ? "details" : "list").focus({ preventScroll: true });
    }
  };

  const legend = () => {
    const count = (type) => model.nodes.filter((node) => node.group === type && model.isShared(node.id)).length;
    const toggle = (type) => {
      const off = new Set(state.off);
      if (!off.delete(type)) off.add(type);
      go({ off });
    };
    for (const type of model.types.filter(count)) {
      const button = panel.make("button", { type: "button", "data-type": type },
        panel.make("span", { class: `sign ${type}`, "aria-hidden": "true" }),
        panel.said("span", model.typeLabel.get(type)));
      button.addEventListener("click", () => toggle(type));
      byId("legend").append(button);
    }
    const own = model.nodes.filter((node) => !model.isShared(node.id)).length;
    const all = panel.make("button", { type: "button", class: "all" }, `+ ${own} that one paper alone has`);
    all.addEventListener("click", () => go({ all: !state.all }));
    byId("legend").append(all);
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
      go({ node: found[n].node, edge: null });
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
      const options = found.map(({ node, form }, n) => {
        const name = model.nodes[node].name;
        const option = panel.make("li", { role: "option", id: `option-${n}` }, panel.sign(node), panel.said("span", name),
          panel.said("span", form === name ? "" : form, { class: "count" }));
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
      else if (event.key === "Escape") close();
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
      draw.paint();
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
    const point = ({ node = null, edge = null, event }) => {
      if (touched) return;
      hint.textContent = panel.hint(node, model.edges[edge]);
      hint.hidden = false;
      const { left, top, width } = byId("stage").getBoundingClientRect();
      const x = event.clientX - left + 14;
      hint.style.left = `${Math.min(x, width - 310)}px`;
      hint.style.top = `${event.clientY - top + 16}px`;
      document.body.classList.add("pointing");
      if (node !== null) draw.hover(node);
    };
    const leave = ({ node = null }) => {
      hint.hidden = true;
      document.body.classList.remove("pointing");
      if (node !== null) draw.hover(null);
    };
    network.on("hoverNode", point);
    network.on("hoverEdge", point);
    network.on("blurNode", leave);
    network.on("blurEdge", leave);
    network.on("click", ({ nodes: [node = null], edges: [edge = null] }) => {
      leave({});
      go({ node, edge: node === null ? edge : null });
    });
    byId("closer").addEventListener("click", () => draw.zoom(1.4));
    byId("farther").addEventListener("click", () => draw.zoom(1 / 1.4));
    byId("whole").addEventListener("click", () => draw.whole(200));
    byId("picture").addEventListener("click", async () => {
      const url = URL.createObjectURL(await draw.picture());
      panel.make("a", { href: url, download: "map.png" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    });
  };

  const start = () => {
    const shared = model.nodes.filter((node) => !model.isPaper(node.id) && node.papers > 1).length;
    const title = `${panel.plural(model.texts.length, "paper")} and the ${shared} things that they share`;
    document.querySelector("h1 a").append(panel.make("small", {}, title));
    byId("list").replaceChildren(...panel.list());
    legend();
    searching();
    theme();
    canvas();
    for (const radio of document.getElementsByName("view")) radio.addEventListener("change", () => go({ view: radio.value }));
    addEventListener("hashchange", render);
    document.addEventListener("click", (event) => {
      const inner = event.target.closest?.('a[href^="#"]');
      if (!inner) return;
      event.preventDefault();
      location.hash = inner.getAttribute("href");
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") go({ node: null, edge: null });
    });
    render();
    draw.whole();
  };

  return { address, start };
})();
app.start();
