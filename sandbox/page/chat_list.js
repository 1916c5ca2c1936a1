/** The list of chats: title, last message, time, unread messages. */

import { avatar, ofChat, paint } from "./avatar.js";
import { badge } from "./badge.js";
import { h, keyed, write } from "./dom.js";
import { preview } from "./message_summary.js";
import { stamp } from "./time.js";
import { t } from "./translations.js";

export class ChatList {
  #store;
  #app;

  /** @param {import("./store.js").Store} store */
  constructor(store, app) {
    this.#store = store;
    this.#app = app;
    this.element = h("div.list", { role: "tabpanel", "aria-label": t("chats") });
  }

  /** @param {(name: string) => boolean} found whether the search has found a name */
  draw(found) {
    const order = [...this.#store.chats.values()]
      .filter((chat) => found(ofChat(chat, this.#store).name))
      .sort((a, b) => (b.last?.date ?? 0) - (a.last?.date ?? 0) || a.key.localeCompare(b.key));
    keyed(this.element, order, (chat) => chat.key, (chat) => {
      const row = h("button.entry", { onclick: () => this.#app.openChat(chat.key) });
      const face = avatar(ofChat(chat, this.#store));
      const parts = { face, name: h("b"), time: h("time"), last: h("span.last"), badge: h("span.badge") };
      row.parts = parts;
      row.append(parts.face, h("span.top", {}, parts.name, parts.time), h("span.bottom", {}, parts.last, parts.badge));
      return row;
    }, (row, chat) => this.#drawChat(row, chat));
  }

  #drawChat(row, chat) {
    const current = this.#app.isOpen(chat.key);
    if (row.chat !== chat) {
      const face = ofChat(chat, this.#store);
      paint(row.parts.face, face);
      write(row.parts.name, face.name);
      write(row.parts.time, chat.last ? stamp(chat.last.date) : "");
      write(row.parts.last, this.#lastLine(chat));
      badge(row.parts.badge, chat.unread ?? 0);
      row.chat = chat;
    }
    row.setAttribute("aria-current", String(current));
  }

  #lastLine(chat) {
    if (!chat.last) return chat.type === "private" && !chat.started ? t("start") : "";
    const line = preview(chat.last);
    if (chat.type === "private" || !chat.last.from || chat.last.new_chat_members || chat.last.left_chat_member) return line;
    const who = chat.last.from.id === this.#store.me ? t("you") : chat.last.sender_chat?.title ?? chat.last.from.first_name;
    return `${who}: ${line}`;
  }
}
