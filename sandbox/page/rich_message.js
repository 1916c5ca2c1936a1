/** Rich messages: blocks (headings, tables, details, lists, …) → nodes. */

import { h } from "./dom.js";
import { address } from "./file_url.js";
import { styleOf } from "./inline_keyboard.js";
import { expandable, link, spoiler } from "./formatted_text.js";
import { moment } from "./time.js";

const TEXT_TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", marked: "mark",
  subscript: "sub", superscript: "sup",
};

/**
 * Rich text: a string, a list of such, or one marked piece.
 * @param {any} text
 * @param {{tap: (kind: string, value: any) => void, press: (button: any) => void}} handlers
 * @returns {(Node | string)[]}
 */
export function richText(text, handlers) {
  if (text === null || text === undefined) return [];
  if (typeof text === "string") return [text];
  if (Array.isArray(text)) return text.flatMap((part) => richText(part, handlers));
  const inner = () => richText(text.text, handlers);
  if (text.type in TEXT_TAGS) return [h(TEXT_TAGS[text.type], {}, inner())];
  switch (text.type) {
    case "spoiler":
      return [spoiler(inner())];
    case "url":
      return [link(inner(), () => handlers.tap("url", text.url), text.url)];
    case "mention":
    case "bot_command":
    case "hashtag":
      return [link(inner(), () => handlers.tap(text.type, plain(text.text)))];
    case "text_mention":
      return [link(inner(), () => handlers.tap("user", text.user))];
    case "date_time":
      return [moment(text.unix_time, text.date_time_format, plain(text.text))];
    case "custom_emoji":
      return [text.alternative_text];
    case "mathematical_expression":
      return [h("code", {}, text.expression)];
    case "button":
      return [pressable(text.button, handlers)];
    default:
      return inner();
  }
}

/** The plain text: for link names, previews and notices. */
export function plain(text) {
  if (text === null || text === undefined) return "";
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text.map(plain).join("");
  return text.type === "button" ? plain(text.button.text) : plain(text.text ?? text.alternative_text ?? text.expression);
}

function pressable(button, handlers) {
  return h(`button.key.inline${styleOf(button)}`, {
    disabled: Boolean(button.disabled), onclick: () => handlers.press(button),
  }, richText(button.text, handlers));
}

function table(block, handlers) {
  const rows = (block.cells ?? []).map((row) => h("tr", {}, row.map((cell) => {
    const element = h(cell.is_header ? "th" : "td", {
      colSpan: cell.colspan ?? 1, rowSpan: cell.rowspan ?? 1,
    }, richText(cell.text, handlers));
    element.dataset.align = cell.align ?? "left";
    return element;
  })));
  const body = h("table", {}, block.caption && h("caption", {}, richText(block.caption, handlers)), h("tbody", {}, rows));
  for (const [flag, name] of [["is_bordered", "bordered"], ["is_striped", "striped"], ["is_compact", "compact"]]) {
    body.classList.toggle(name, Boolean(block[flag]));
  }
  return h("div.table", { tabIndex: 0 }, body);
}

function item(entry, handlers) {
  const label = entry.has_checkbox ? (entry.is_checked ? "☑" : "☐") : entry.label;
  return h("li", {}, h("span.label", {}, label ?? "•"), h("div", {}, blocks(entry.blocks, handlers)));
}

function one(block, handlers) {
  const text = () => richText(block.text, handlers);
  switch (block.type) {
    case "heading":
      return h("p.heading", { role: "heading", "aria-level": String(block.size ?? 3), "data-size": String(block.size ?? 3) }, text());
    case "divider":
      return h("hr");
    case "pre":
      return h("pre", {}, h("code", {}, text()));
    case "blockquote":
      return h("blockquote", {}, blocks(block.blocks, handlers), block.credit && h("cite", {}, richText(block.credit, handlers)));
    case "expandable_blockquote":
      return expandable(text());
    case "pullquote":
      return h("blockquote.pull", {}, text());
    case "details": {
      const element = h("details", { open: Boolean(block.is_open) });
      element.append(h("summary", {}, richText(block.summary, handlers)), h("div", {}, blocks(block.blocks, handlers)));
      return element;
    }
    case "list":
      return h("ul", {}, (block.items ?? []).map((entry) => item(entry, handlers)));
    case "table":
      return table(block, handlers);
    case "buttons":
      return h("div.keys", {}, h("div.row", {}, (block.buttons ?? []).map((button) => pressable(button, handlers))));
    case "photo": {
      const size = block.photo?.at(-1);
      return size ? h("img", { src: address(size), alt: plain(block.caption?.text), loading: "lazy" }) : null;
    }
    case "footer":
      return h("p.footer", {}, text());
    case "mathematical_expression":
      return h("pre", {}, block.expression);
    case "anchor":
      return null;
    default:
      return h("p", {}, block.text === undefined ? `[${block.type}]` : text());
  }
}

/** @param {any[]} list */
export function blocks(list, handlers) {
  return (list ?? []).map((block) => one(block, handlers));
}

/** @param {{blocks: any[], is_rtl?: boolean}} message */
export function rich(message, handlers) {
  return h("div.rich", { dir: message.is_rtl ? "rtl" : "auto" }, blocks(message.blocks, handlers));
}

/** The first words of a rich message. */
export function richPreview(message) {
  for (const block of message.blocks ?? []) {
    const text = plain(block.text ?? block.summary ?? block.caption?.text ?? block.caption);
    if (text) return text;
  }
  return "";
}
