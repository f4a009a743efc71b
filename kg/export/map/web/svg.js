"use strict";

/* The picture as a file: PNG as it is seen, SVG painted anew with lines and letters that can be worked on. */
const picture = (() => {
  const SPACE = "http://www.w3.org/2000/svg";
  const NO_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
  const element = (tag, attributes, text = "") => {
    const made = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes))
      made.setAttribute(name, typeof value === "number" ? String(Math.round(value * 1000) / 1000) : value);
    made.textContent = text.toWellFormed().replace(NO_XML, "\ufffd");
    return made;
  };

  /* Takes a canvas context's place for what `paint` does with one, and puts it down in an element. */
  class Pen {
    constructor(root) {
      Object.assign(this, { root, path: "", globalAlpha: 1, fillStyle: "", strokeStyle: "", lineWidth: 1, font: "", letterSpacing: "" });
    }
    save() {
      this.outer = this.root;
    }
    restore() {
      this.root = this.outer;
    }
    scale(across) {
      this.root = this.root.appendChild(element("g", { transform: `scale(${across})` }));
    }
    beginPath() {
      this.path = "";
    }
    moveTo(x, y) {
      this.path += `M${x} ${y}`;
    }
    lineTo(x, y) {
      this.path += `L${x} ${y}`;
    }
    arc(x, y, r) {
      this.path += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    }
    roundRect(x, y, width, height, r) {
      const [across, down] = [width - 2 * r, height - 2 * r];
      const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      this.path += `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}Z`;
    }
    fillRect(x, y, width, height) {
      this.root.append(element("rect", { x, y, width, height, opacity: this.globalAlpha, fill: this.fillStyle }));
    }
    draw(path, look) {
      this.root.append(element("path", { d: paint.outlines.get(path) ?? this.path, opacity: this.globalAlpha, ...look }));
    }
    fill(path) {
      this.draw(path, { fill: this.fillStyle, "fill-rule": "nonzero" });
    }
    stroke(path) {
      this.draw(path, { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth });
    }
    write(text, x, y, look) {
      const [, weight, size, family] = /^(\d+) ([\d.]+)px (.*)$/.exec(this.font);
      this.root.append(element("text", { x, y, opacity: this.globalAlpha, "font-weight": weight, "font-size": Number(size),
        "font-family": family, "letter-spacing": this.letterSpacing, "text-anchor": "middle", "dominant-baseline": "central", ...look }, text));
    }
    fillText(text, x, y) {
      this.write(text, x, y, { fill: this.fillStyle });
    }
    strokeText(text, x, y) {
      this.write(text, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-linejoin": "round" });
    }
  }

  const svg = () => {
    const { now, network } = draw;
    const { clientWidth: width, clientHeight: height } = network.canvas.frame;
    const { x, y } = network.DOMtoCanvas({ x: 0, y: 0 });
    const view = [x, y, width / now.scale, height / now.scale];
    const root = element("svg", { width, height, viewBox: view.join(" ") });
    root.append(element("rect", { x, y, width: view[2], height: view[3], fill: paint.ground() }));
    paint.all(new Pen(root), now);
    return new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" });
  };

  const png = () => {
    const { canvas } = draw.network.canvas.frame;
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const ctx = copy.getContext("2d");
    ctx.fillStyle = paint.ground();
    ctx.fillRect(0, 0, copy.width, copy.height);
    ctx.drawImage(canvas, 0, 0);
    return new Promise((resolve) => copy.toBlob(resolve));
  };

  return { png, svg };
})();
