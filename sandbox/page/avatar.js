/** Names, initials and colours of people and chats. */

import { h, write } from "./dom.js";

const COLOURS = 8;

export function fullName(user) {
  if (!user) return "?";
  return [user.first_name, user.last_name].filter(Boolean).join(" ") || user.username || String(user.id);
}

/** One of a few colours, always the same one for the same person. */
export function colourOf(id) {
  return Math.abs(Number(id) || 0) % COLOURS;
}

export function initials(name) {
  const words = name.split(/\s+/u).map((word) => word.replace(/^[^\p{L}\p{N}]+/u, "")).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0]);
  return letters.join("").toLocaleUpperCase() || [...name][0] || "?";
}

/**
 * A round picture with initials.
 * @param {{id: number, name: string, bot?: boolean, group?: boolean}} who
 */
export function avatar(who, size = "") {
  const element = h(`span.avatar${size ? `.${size}` : ""}`, { "aria-hidden": "true" });
  paint(element, who);
  return element;
}

/** @param {string} [instead] what to show in place of the initials, such as a seat number */
export function paint(element, { id, name, bot, group }, instead = initials(name)) {
  element.dataset.colour = String(colourOf(id));
  element.classList.toggle("bot", Boolean(bot));
  element.classList.toggle("group", Boolean(group));
  write(element, instead);
}

export function ofUser(user) {
  return { id: user?.id ?? 0, name: fullName(user), bot: user?.is_bot };
}

/** Title and picture of a chat. */
export function ofChat(chat, store) {
  if (chat.type !== "private") return { id: chat.id, name: chat.title ?? "", group: true };
  return ofUser(store.bots.get(chat.bot_id));
}
