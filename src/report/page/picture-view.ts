/**
 * A picture of a graph that one can zoom, move, follow and thin out, in the browser. Input: the text of an SVG as src/pictures writes it;
 * output: elements in a place of the page. Nothing of the SVG is taken over except its shapes and texts.
 */
/*! Panzoom 4.6.2, MIT licence, Copyright Timmy Willison and other contributors */
import Panzoom, { type PanzoomObject } from "@panzoom/panzoom";
import { element } from "./element.ts";

/** Trusted Types, where the browser has them: its parser takes what `createHTML` returns like a string. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (text: string) => string },
  ) => { readonly createHTML: (text: string) => string };
};

/** The elements and attributes that a picture consists of; others are left out. */
const knownElements: ReadonlySet<string> = new Set(["svg", "g", "rect", "path", "text", "title"]);
const knownAttributes = ["class", "id", "d", "x", "y", "rx", "width", "height", "viewBox", "data-ends"];

const svgSpace = "http://www.w3.org/2000/svg";

/** The largest scale, from the size at page width; a large picture has twice its own size. */
const mostZoom = 4;

/** The part of the visible width or height that an arrow key moves. */
const keyStep = 0.15;

/** The style of parts that are chosen, or are not connected with them. */
const stateStyle = `
g[id]{cursor:pointer}.hidden{display:none}.dim{opacity:.18}
.near rect{stroke-width:2}.chosen rect{stroke-width:3.5}.chosen text{font-weight:bold}.e.near path{stroke-width:2}`;

/** A node or a group of the picture, or an arrow between two of them. */
type Part = { readonly name: string; readonly shape: SVGElement };
type Arrow = { readonly shape: SVGElement; readonly from: string; readonly to: string };

/** Shows a picture in a place of the page instead of what is there. Text that is not such a picture leaves the place as it is. */
export function showPicture(place: Element, text: string): void {
  const svg = svgIn(text);
  if (svg === undefined) return;
  const canvas = element("div", { class: "canvas" });
  const shadow = canvas.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:host,svg{display:block}svg{width:100%;max-width:${svg.width}px;height:auto;margin:auto}${svg.style}${stateStyle}`,
  );
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(svg.shape);
  const stage = element("div", {
    class: "stage",
    tabindex: "0",
    role: "group",
    "aria-label": "Picture: plus and minus zoom, arrow keys move, 0 shows all",
  });
  stage.append(canvas);
  const tools = element("div", { class: "tools", role: "toolbar", "aria-label": "Picture" });
  const around = element("div", { class: "around", role: "status" });
  place.replaceChildren(tools, stage, around);
  const zoom = zoomOf(canvas, stage, svg.width);
  tools.append(
    button("−", "Zoom out", zoom.out),
    button("+", "Zoom in", zoom.in),
    button("All", "Show the whole width", zoom.all),
    button("1:1", "Show at its own size", zoom.own),
    ...followers({ svg: svg.shape, stage, around, panzoom: zoom.panzoom }),
  );
}

function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", title: label, "aria-label": label }, text);
  made.addEventListener("click", act);
  return made;
}

type PictureSvg = { readonly shape: SVGElement; readonly style: string; readonly width: number };

/** Copies the known parts of an SVG, in which nothing runs. */
function svgIn(text: string): PictureSvg | undefined {
  const types: TrustedTypes | undefined = Reflect.get(window, "trustedTypes");
  const policy = types?.createPolicy("picture", { createHTML: (svg) => svg });
  // A style element of a parsed document counts as one of the page, whose policy refuses it.
  const [written = "", style = ""] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
  const shapes = text.replace(written, "");
  const root = new DOMParser().parseFromString(policy?.createHTML(shapes) ?? shapes, "image/svg+xml").documentElement;
  if (root.namespaceURI !== svgSpace || root.localName !== "svg") return undefined;
  return { shape: copyOf(root), style, width: Number(root.getAttribute("width")) };
}

function copyOf(original: Element): SVGElement {
  const copy = document.createElementNS(svgSpace, original.localName);
  for (const name of knownAttributes) {
    const value = original.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  for (const child of original.childNodes) {
    if (child instanceof Element && knownElements.has(child.localName)) copy.append(copyOf(child));
    else if (child instanceof Text && (copy.localName === "text" || copy.localName === "title"))
      copy.append(child.data);
  }
  return copy;
}

type Zoom = {
  readonly panzoom: PanzoomObject;
  readonly in: () => void;
  readonly out: () => void;
  readonly all: () => void;
  readonly own: () => void;
};

/** Lets a picture be zoomed and moved by mouse, touch and keys. A wheel without Ctrl, and a finger up or down, move the page. */
function zoomOf(canvas: HTMLElement, stage: HTMLElement, width: number): Zoom {
  const maxScale = Math.max(mostZoom, (2 * width) / Math.max(stage.clientWidth, 1));
  const panzoom = Panzoom(canvas, {
    contain: "outside",
    minScale: 1,
    maxScale,
    touchAction: "pan-y",
    cursor: "grab",
    animate: false,
  });
  const actions = {
    in: () => void panzoom.zoomIn(),
    out: () => void panzoom.zoomOut(),
    all: () => void panzoom.reset(),
    own: () => void panzoom.zoom(width / Math.min(width, stage.clientWidth)),
  };
  stage.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.metaKey) panzoom.zoomWithWheel(event);
    },
    { passive: false },
  );
  const move = (x: number, y: number) => {
    const scale = panzoom.getScale();
    panzoom.pan((-x * keyStep * stage.clientWidth) / scale, (-y * keyStep * stage.clientHeight) / scale, {
      relative: true,
    });
  };
  const keys: Readonly<Record<string, () => void>> = {
    "+": actions.in,
    "=": actions.in,
    "-": actions.out,
    "0": actions.all,
    ArrowLeft: () => move(-1, 0),
    ArrowRight: () => move(1, 0),
    ArrowUp: () => move(0, -1),
    ArrowDown: () => move(0, 1),
  };
  stage.addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  return { panzoom, ...actions };
}

type Shown = {
  readonly svg: SVGElement;
  readonly stage: HTMLElement;
  readonly around: HTMLElement;
  readonly panzoom: PanzoomObject;
};

/** Returns the controls that choose a part, hide it, or show only what is around it. */
function followers({ svg, stage, around, panzoom }: Shown): readonly HTMLElement[] {
  const parts = partsOf(svg);
  const arrows = arrowsOf(svg);
  const hidden = new Set<string>();
  let chosen: string | undefined;
  const near = (id: string) => arrows.flatMap(({ from, to }) => (from === id ? to : to === id ? from : []));
  const nameOf = (id: string) => parts.get(id)?.name ?? "";
  const shown = (id: string) => parts.has(id) && !hidden.has(id);

  const select = element("select", { "aria-label": "Follow" }, element("option", { value: "" }, "Follow …"));
  const named = [...parts].sort(([, a], [, b]) => (a.name < b.name ? -1 : 1));
  select.append(...named.map(([id, { name }]) => element("option", { value: id }, name)));

  const paint = () => {
    const close = new Set(chosen === undefined ? [] : [chosen, ...near(chosen)]);
    for (const [id, { shape }] of parts) {
      shape.classList.toggle("hidden", hidden.has(id));
      shape.classList.toggle("chosen", id === chosen);
      shape.classList.toggle("near", chosen !== undefined && close.has(id));
      shape.classList.toggle("dim", chosen !== undefined && !close.has(id) && isComparable(id, chosen));
    }
    for (const { shape, from, to } of arrows) {
      const isNear = from === chosen || to === chosen;
      shape.classList.toggle("hidden", hidden.has(from) || hidden.has(to));
      shape.classList.toggle("near", isNear);
      shape.classList.toggle("dim", chosen !== undefined && !isNear);
    }
    select.value = chosen ?? "";
    for (const control of [hide, only]) control.disabled = chosen === undefined;
    showAll.disabled = hidden.size === 0;
    around.replaceChildren(...(chosen === undefined ? [] : neighbours(chosen)));
  };
  const neighbours = (id: string) => [
    element("b", {}, nameOf(id)),
    ...list(
      "needs",
      arrows.filter(({ from }) => from === id).map(({ to }) => to),
    ),
    ...list(
      "is needed by",
      arrows.filter(({ to }) => to === id).map(({ from }) => from),
    ),
  ];
  const list = (word: string, ids: readonly string[]) => {
    const seen = [...new Set(ids)].filter(shown);
    if (seen.length === 0) return [];
    return [
      element("span", {}, ` ${word} `),
      ...seen.map((id) => button(nameOf(id), `Follow ${nameOf(id)}`, () => choose(id))),
    ];
  };
  const choose = (id: string | undefined) => {
    chosen = id === undefined || !shown(id) ? undefined : id;
    paint();
    if (chosen !== undefined) bringIntoView(parts.get(chosen)?.shape, stage, panzoom);
  };
  const hide = button("Hide", "Hide what is chosen", () => {
    if (chosen !== undefined) hidden.add(chosen);
    choose(undefined);
  });
  const only = button("Only around", "Hide what is not connected with it", () => {
    if (chosen === undefined) return;
    const close = new Set([chosen, ...near(chosen)]);
    for (const id of parts.keys()) if (!close.has(id) && isComparable(id, chosen)) hidden.add(id);
    paint();
  });
  const showAll = button("Show hidden", "Show what was hidden", () => {
    hidden.clear();
    paint();
  });
  select.addEventListener("change", () => choose(select.value === "" ? undefined : select.value));
  stage.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") choose(undefined);
  });
  let downAt: readonly [number, number] = [0, 0];
  stage.addEventListener(
    "pointerdown",
    ({ clientX, clientY }) => {
      downAt = [clientX, clientY];
    },
    { capture: true },
  );
  svg.addEventListener("click", ({ target, clientX, clientY }) => {
    // A picture that was moved was not clicked.
    if (Math.hypot(clientX - downAt[0], clientY - downAt[1]) > clickSlack) return;
    const part = target instanceof Element ? target.closest("g[id]") : null;
    choose(part === null || part.id === chosen ? undefined : part.id);
  });
  paint();
  return [select, hide, only, showAll];
}

/** Pixels that a pointer moves between press and release of a click. */
const clickSlack = 4;

/** True for two nodes or two groups: a group is neither far from a node nor near it. */
function isComparable(id: string, other: string): boolean {
  return id[0] === other[0];
}

function partsOf(svg: SVGElement): ReadonlyMap<string, Part> {
  const shapes = [...svg.querySelectorAll<SVGElement>("g[id]")];
  const nameOf = (shape: SVGElement) =>
    shape.querySelector("title")?.textContent ??
    Array.from(shape.querySelectorAll("text"), (text) => text.textContent).join("");
  return new Map(shapes.map((shape) => [shape.id, { shape, name: nameOf(shape) }]));
}

function arrowsOf(svg: SVGElement): readonly Arrow[] {
  return Array.from(svg.querySelectorAll<SVGElement>("g[data-ends]"), (shape) => {
    const [from = "", to = ""] = (shape.dataset.ends ?? "").split(" ");
    return { shape, from, to };
  });
}

/** Moves the picture so that a part is in the middle of its stage. */
function bringIntoView(shape: SVGElement | undefined, stage: HTMLElement, panzoom: PanzoomObject): void {
  if (shape === undefined) return;
  const [part, whole] = [shape.getBoundingClientRect(), stage.getBoundingClientRect()];
  const isInside =
    part.left >= whole.left && part.right <= whole.right && part.top >= whole.top && part.bottom <= whole.bottom;
  if (isInside) return;
  const scale = panzoom.getScale();
  const x = (whole.left + whole.width / 2 - part.left - part.width / 2) / scale;
  const y = (whole.top + whole.height / 2 - part.top - part.height / 2) / scale;
  panzoom.pan(x, y, { relative: true });
}
