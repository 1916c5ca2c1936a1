/** A text and its entities → nodes. Offsets are UTF-16 units on both sides, so nothing needs converting. */

import { h } from "./dom.js";
import { moment } from "./time.js";
import { t } from "./translations.js";

const PLAIN = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code",
};
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const TAPPED = { mention: true, hashtag: true, cashtag: true, bot_command: true, url: true, email: true, phone_number: true };

/**
 * @param {string} text
 * @param {any[]} entities
 * @param {(kind: string, value: any) => void} tap what a tap on a link, command or mention does
 */
export function formatted(text, entities = [], tap = () => {}) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const fragment = document.createDocumentFragment();
  fragment.append(...span(text, 0, text.length, sorted, tap));
  return fragment;
}

function span(text, from, to, entities, tap) {
  const nodes = [];
  let at = from;
  for (let i = 0; i < entities.length; i++) {
    const entity = entities[i];
    const end = Math.min(entity.offset + entity.length, to);
    if (entity.offset < at || end <= entity.offset) continue;
    if (entity.offset > at) nodes.push(text.slice(at, entity.offset));
    const inner = entities.slice(i + 1).filter((other) => other.offset < end && other.offset >= entity.offset);
    nodes.push(wrapped(entity, text.slice(entity.offset, end), span(text, entity.offset, end, inner, tap), tap));
    at = end;
    if (BLOCKS.has(entity.type) && text[at] === "\n" && at < to) at += 1; // a block ends its line by itself
  }
  if (at < to) nodes.push(text.slice(at, to));
  return nodes;
}

function wrapped(entity, own, children, tap) {
  if (entity.type in PLAIN) return h(PLAIN[entity.type], {}, children);
  if (entity.type in TAPPED) return link(children, () => tap(entity.type, own));
  switch (entity.type) {
    case "text_link":
      return link(children, () => tap("url", entity.url), entity.url);
    case "text_mention":
      return link(children, () => tap("user", entity.user));
    case "pre":
      return h("pre", {}, h("code", {}, children));
    case "blockquote":
      return h("blockquote", {}, children);
    case "expandable_blockquote":
      return expandable(children);
    case "spoiler":
      return spoiler(children);
    case "date_time":
      return moment(entity.unix_time, entity.date_time_format, own);
    default:
      return h("span", {}, children);
  }
}

export function link(children, onclick, title) {
  return h("a", {
    href: "#", title, role: "link",
    onclick: (event) => {
      event.preventDefault();
      onclick();
    },
  }, children);
}

export function spoiler(children) {
  const element = h("span.spoiler", { role: "button", tabIndex: 0, "aria-label": t("spoiler") }, h("span", {}, children));
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    if (element.classList.contains("shown")) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("shown");
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
  };
  element.onclick = reveal;
  element.onkeydown = reveal;
  return element;
}

export function expandable(children) {
  const element = h("blockquote.expandable", {}, h("div", {}, children));
  const button = h("button.more", { "aria-expanded": "false", "aria-label": t("expand"), textContent: "⌄" });
  button.onclick = () => {
    const open = element.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  };
  element.append(button);
  return element;
}
