/** One message: a bubble with its author, quote, text, attachment, time and buttons; or a service line. */

import { avatar, colourOf, fullName, ofUser } from "./avatar.js";
import { fill, h, write } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { keyboard } from "./inline_keyboard.js";
import { kindOf, media } from "./media.js";
import { rich } from "./rich_message.js";
import { preview, serviceLine } from "./message_summary.js";
import { formatted } from "./formatted_text.js";
import { clock, day, dayKey, when } from "./time.js";
import { t } from "./translations.js";

const TOGETHER = 5 * 60;

/** Who a message is signed with: a person, a bot, or the group itself for an anonymous admin. */
export function authorOf(message) {
  if (message.sender_chat) return { id: message.sender_chat.id, name: message.sender_chat.title ?? "", group: true };
  return ofUser(message.from);
}

/**
 * A row of the chat.
 * @param {import("./store.js").Message} message
 * @param {{chat: any, me: number, press: Function, tap: Function, goTo: Function, menu: Function}} context
 */
export function messageRow(message, context) {
  const row = h("div.message", { role: "article" });
  row.message = message;
  row.dataset.id = String(message.message_id);
  row.day = h("div.day", { hidden: true }, h("span"));
  row.body = h("div.line");
  row.append(row.day, row.body);
  draw(row, message, context);
  return row;
}

/** Draws the content again, in place. */
export function draw(row, message, context) {
  row.message = message;
  const service = serviceLine(message);
  row.classList.toggle("service", service !== null);
  if (service !== null) {
    fill(row.body, h("span.notice", {}, service));
    return;
  }
  const author = authorOf(message);
  const mine = message.from?.id === context.me && !message.sender_chat;
  const secret = Boolean(message.ephemeral_for);
  row.classList.toggle("mine", mine);
  row.classList.toggle("ephemeral", secret);
  row.classList.toggle("protected", Boolean(message.has_protected_content));
  const bare = ["sticker", "dice", "video_note"].includes(kindOf(message) ?? "") && !message.text;
  row.classList.toggle("bare", bare);
  const bubble = h("div.bubble", {},
    !mine && context.chat.type !== "private" && signature(message, author, context),
    secret && h("div.only-you", {}, icon("eye"), t("onlyYou")),
    message.forward_origin && h("div.forwarded", {}, t("forwardedFrom", { who: originName(message.forward_origin) })),
    message.reply_to_message && !message.reply_to_message.forum_topic_created && quote(message, context),
    content(message, context),
    meta(message),
    message.reactions?.length > 0 && reactions(message));
  bubble.oncontextmenu = (event) => context.menu(event, message);
  const press = (button, r, c) => context.press(message, button, r, c);
  const markup = message.reply_markup?.inline_keyboard?.length ? keyboard(message.reply_markup, press) : null;
  const face = avatar(author, "small");
  fill(row.body, context.chat.type === "private" ? null : face,
    h("div.block", {}, bubble, markup),
    iconButton("dots", t("menu"), (event) => context.menu(event, message), "dots"));
}

function signature(message, author, context) {
  const member = context.chat.members?.find(({ user }) => user.id === message.from?.id);
  const tag = message.sender_tag ?? member?.tag;
  const rank = message.sender_chat || member?.status === "creator" || member?.status === "administrator";
  const name = h("b.name", { "data-colour": String(colourOf(author.id)) }, author.name);
  return h("div.signature", {}, name, tag ? h("span.tag", {}, tag) : rank && !author.bot && h("span.rank", {}, t("admin")));
}

function originName({ sender_user: user, sender_user_name: name, chat, sender_chat: group }) {
  return user ? fullName(user) : name ?? chat?.title ?? group?.title ?? "?";
}

function reactions(message) {
  const signs = message.reactions.flatMap(({ reaction }) => reaction.map(({ emoji }) => emoji ?? "★"));
  return h("div.reactions", {}, signs.map((sign) => h("span", {}, sign)));
}

function quote(message, context) {
  const original = message.reply_to_message;
  const author = authorOf(original);
  return h("button.quote", { "data-colour": String(colourOf(author.id)), onclick: () => context.goTo(original.message_id) },
    h("b", {}, author.name), h("span", {}, message.quote?.text ?? preview(original)));
}

function content(message, context) {
  const handlers = {
    tap: (kind, value) => context.tap(kind, value, message),
    press: (button) => context.press(message, button),
  };
  if (message.rich_message) return rich(message.rich_message, handlers);
  const text = message.text ?? message.caption;
  const entities = message.entities ?? message.caption_entities;
  const words = text ? h("div.text", { dir: "auto" }, formatted(text, entities, handlers.tap)) : null;
  const picture = media(message);
  return message.show_caption_above_media ? [words, picture] : [picture, words];
}

function meta(message) {
  const sent = when(message.date);
  const title = message.edit_date ? `${sent} · ${t("editedAt", { time: when(message.edit_date) })}` : sent;
  return h("span.meta", { title },
    message.has_protected_content && icon("shield"),
    message.edit_date && h("span.edited", {}, t("edited")),
    h("time", { dateTime: new Date(message.date * 1000).toISOString() }, clock(message.date)));
}

/** How a row stands to its neighbours: first or last of one author's run, first of its day. */
export function settle(row, before, after) {
  const newDay = !before || dayKey(before.message.date) !== dayKey(row.message.date);
  if (row.day.hidden === newDay) row.day.hidden = !newDay;
  if (newDay) write(row.day.firstChild, day(row.message.date));
  row.classList.toggle("first", newDay || !before || !sameRun(before.message, row.message));
  row.classList.toggle("last", !after || dayKey(after.message.date) !== dayKey(row.message.date) || !sameRun(row.message, after.message));
}

function sameRun(a, b) {
  return serviceLine(a) === null && serviceLine(b) === null && authorOf(a).id === authorOf(b).id && b.date - a.date < TOGETHER;
}
