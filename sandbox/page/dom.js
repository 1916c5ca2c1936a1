/**
 * Makes DOM nodes. What people type becomes text nodes; nothing is ever parsed as HTML.
 */

/**
 * An element: `h("button.round", { title: "…", onclick }, "text", child)`.
 * @param {string} what tag, with classes after dots
 * @param {Record<string, any>} [props] properties, `aria-…`, `data-…` and `role` as attributes
 * @param {...(Node | string | null | undefined | false)} children
 */
export function h(what, props = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  add(element, children);
  return element;
}

/** Appends texts and nodes; skips what is missing. */
export function add(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

/** Replaces everything inside an element. */
export function fill(element, ...children) {
  element.textContent = "";
  return add(element, children);
}

/** Sets a text only when it differs, to avoid needless layout. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Keeps a container's children in step with a list, one element per key; untouched elements stay where they are.
 * @template T
 * @param {HTMLElement} container
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => HTMLElement & { show?: (item: T) => void }} create
 * @param {(element: any, item: T) => void} update
 */
export function keyed(container, items, keyOf, create, update) {
  const had = container.rows ?? new Map();
  const rows = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const element = had.get(key) ?? create(item);
    update(element, item);
    rows.set(key, element);
  }
  for (const [key, element] of had) if (!rows.has(key)) element.remove();
  let at = container.firstElementChild;
  for (const element of rows.values()) {
    if (element === at) at = at.nextElementSibling;
    else container.insertBefore(element, at);
  }
  container.rows = rows;
  return rows;
}

/** Runs `work` once for any number of requests that come together. */
export function gathered(work, delay = 0) {
  let waiting = 0;
  return () => {
    if (waiting) return;
    waiting = setTimeout(() => {
      waiting = 0;
      work();
    }, delay);
  };
}
