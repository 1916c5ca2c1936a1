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
 * @param {{tap: (kind: string, value: any) => void, press: (button: any) => void}} hands
 * @returns {(Node | string)[]}
 */
export function richText(text, hands) {
  if (text === null || text === undefined) return [];
  if (typeof text === "string") return [text];
  if (Array.isArray(text)) return text.flatMap((part) => richText(part, hands));
  const inner = () => richText(text.text, hands);
  if (text.type in TEXT_TAGS) return [h(TEXT_TAGS[text.type], {}, inner())];
  switch (text.type) {
    case "spoiler":
      return [spoiler(inner())];
    case "url":
      return [link(inner(), () => hands.tap("url", text.url), text.url)];
    case "mention":
    case "bot_command":
    case "hashtag":
      return [link(inner(), () => hands.tap(text.type, plain(text.text)))];
    case "text_mention":
      return [link(inner(), () => hands.tap("user", text.user))];
    case "date_time":
      return [moment(text.unix_time, text.date_time_format, plain(text.text))];
    case "custom_emoji":
      return [text.alternative_text];
    case "mathematical_expression":
      return [h("code", {}, text.expression)];
    case "button":
      return [pressable(text.button, hands)];
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

function pressable(button, hands) {
  return h(`button.key.inline${styleOf(button)}`, {
    disabled: Boolean(button.disabled), onclick: () => hands.press(button),
  }, richText(button.text, hands));
}

function table(block, hands) {
  const rows = (block.cells ?? []).map((row) => h("tr", {}, row.map((cell) => {
    const element = h(cell.is_header ? "th" : "td", {
      colSpan: cell.colspan ?? 1, rowSpan: cell.rowspan ?? 1,
    }, richText(cell.text, hands));
    element.dataset.align = cell.align ?? "left";
    return element;
  })));
  const body = h("table", {}, block.caption && h("caption", {}, richText(block.caption, hands)), h("tbody", {}, rows));
  for (const [flag, name] of [["is_bordered", "bordered"], ["is_striped", "striped"], ["is_compact", "compact"]]) {
    body.classList.toggle(name, Boolean(block[flag]));
  }
  return h("div.table", { tabIndex: 0 }, body);
}

function item(entry, hands) {
  const label = entry.has_checkbox ? (entry.is_checked ? "☑" : "☐") : entry.label;
  return h("li", {}, h("span.label", {}, label ?? "•"), h("div", {}, blocks(entry.blocks, hands)));
}

function one(block, hands) {
  const text = () => richText(block.text, hands);
  switch (block.type) {
    case "heading":
      return h("p.heading", { role: "heading", "aria-level": String(block.size ?? 3), "data-size": String(block.size ?? 3) }, text());
    case "divider":
      return h("hr");
    case "pre":
      return h("pre", {}, h("code", {}, text()));
    case "blockquote":
      return h("blockquote", {}, blocks(block.blocks, hands), block.credit && h("cite", {}, richText(block.credit, hands)));
    case "expandable_blockquote":
      return expandable(text());
    case "pullquote":
      return h("blockquote.pull", {}, text());
    case "details": {
      const element = h("details", { open: Boolean(block.is_open) });
      element.append(h("summary", {}, richText(block.summary, hands)), h("div", {}, blocks(block.blocks, hands)));
      return element;
    }
    case "list":
      return h("ul", {}, (block.items ?? []).map((entry) => item(entry, hands)));
    case "table":
      return table(block, hands);
    case "buttons":
      return h("div.keys", {}, h("div.row", {}, (block.buttons ?? []).map((button) => pressable(button, hands))));
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
export function blocks(list, hands) {
  return (list ?? []).map((block) => one(block, hands));
}

/** @param {{blocks: any[], is_rtl?: boolean}} message */
export function rich(message, hands) {
  return h("div.rich", { dir: message.is_rtl ? "rtl" : "auto" }, blocks(message.blocks, hands));
}

/** The first words of a rich message. */
export function richPreview(message) {
  for (const block of message.blocks ?? []) {
    const text = plain(block.text ?? block.summary ?? block.caption?.text ?? block.caption);
    if (text) return text;
  }
  return "";
}
