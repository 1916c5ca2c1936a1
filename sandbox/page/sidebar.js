/** The left column: the current person, their chats, and all other people. */

import { avatar, fullName, ofUser, paint } from "./avatar.js";
import { fill, gathered, h, keyed, write } from "./dom.js";
import { icon } from "./icons.js";
import { faceOf } from "./chat_pane.js";
import { preview } from "./message_summary.js";
import { stamp } from "./time.js";
import { t } from "./translations.js";

const SEARCH_FROM = 12;

export class Sidebar {
  #store;
  #app;
  #tab = "chats";

  /** @param {import("./store.js").Store} store */
  constructor(store, app) {
    this.#store = store;
    this.#app = app;
    this.me = h("button.me", { title: t("people"), onclick: () => this.#show(this.#tab === "people" ? "chats" : "people") });
    this.tabs = h("div.tabs", { role: "tablist" }, ["chats", "people"].map((name) => h("button", {
      role: "tab", "data-tab": name, onclick: () => this.#show(name),
    }, t(name), h("span.badge", { hidden: true }))));
    this.search = h("input.search", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: () => this.refresh() });
    this.chats = h("div.list", { role: "tabpanel", "aria-label": t("chats") });
    this.people = h("div.list", { role: "tabpanel", "aria-label": t("people"), hidden: true });
    this.none = h("p.empty", { hidden: true }, t("noChats"));
    this.more = h("div.add", {},
      h("button.plain", { title: t("addPerson"), onclick: () => app.addPerson() }, icon("plus"), t("personShort")),
      h("button.plain", { title: t("addGroup"), onclick: () => app.addGroup() }, icon("plus"), t("groupShort")),
      h("button.plain", { title: t("gather"), onclick: () => app.addParty() }, icon("people"), t("partyShort")));
    const lists = h("div.lists", {}, this.chats, this.none, this.people);
    this.element = h("aside.sidebar", {}, this.me, this.tabs, this.search, lists, this.more);
    this.refresh = gathered(() => this.#draw(), 30);
    for (const event of ["chat", "chats", "people", "me", "calling"]) store.on(event, this.refresh);
    this.#show("chats");
  }

  #show(tab) {
    this.#tab = tab;
    this.search.value = "";
    this.chats.hidden = tab !== "chats";
    this.people.hidden = tab !== "people";
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    this.#draw();
  }

  #draw() {
    this.#drawMe();
    const wanted = this.search.value.trim().toLocaleLowerCase();
    const found = (name) => !wanted || name.toLocaleLowerCase().includes(wanted);
    const count = this.#tab === "chats" ? this.#store.chats.size : this.#store.people.size;
    this.search.hidden = count < SEARCH_FROM;
    if (this.#tab === "chats") this.#drawChats(found);
    else this.#drawPeople(found);
    this.none.hidden = this.#tab !== "chats" || this.#store.chats.size > 0 || this.#store.me === null;
    const others = [...this.#store.calling].filter(([id, n]) => id !== this.#store.me && n > 0).length;
    const unread = [...this.#store.chats.values()].reduce((sum, chat) => sum + (chat.unread ?? 0), 0);
    badge(this.tabs.children[0].lastChild, unread);
    badge(this.tabs.children[1].lastChild, others);
    const me = this.#store.person(this.#store.me);
    document.title = [unread && `(${unread})`, me && `${fullName(me)} —`, "Omertà"].filter(Boolean).join(" ");
  }

  #drawMe() {
    const person = this.#store.person(this.#store.me);
    this.me.hidden = !person;
    if (!person) return;
    fill(this.me, avatar(ofUser(person)), h("span", {}, h("small", {}, t("youAre")), h("b", {}, fullName(person))), icon("down"));
  }

  #drawChats(found) {
    const order = [...this.#store.chats.values()]
      .filter((chat) => found(faceOf(chat, this.#store).name))
      .sort((a, b) => (b.last?.date ?? 0) - (a.last?.date ?? 0) || a.key.localeCompare(b.key));
    keyed(this.chats, order, (chat) => chat.key, (chat) => {
      const row = h("button.entry", { onclick: () => this.#app.openChat(chat.key) });
      const face = avatar(faceOf(chat, this.#store));
      const parts = { face, name: h("b"), time: h("time"), last: h("span.last"), badge: h("span.badge") };
      row.parts = parts;
      row.append(parts.face, h("span.top", {}, parts.name, parts.time), h("span.bottom", {}, parts.last, parts.badge));
      return row;
    }, (row, chat) => this.#drawChat(row, chat));
  }

  #drawChat(row, chat) {
    const current = this.#app.isOpen(chat.key);
    if (row.chat !== chat) {
      const face = faceOf(chat, this.#store);
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

  #drawPeople(found) {
    const order = [...this.#store.people.values()].filter((person) => found(`${fullName(person)} ${person.username ?? ""}`));
    keyed(this.people, order, (person) => String(person.id), (person) => {
      const row = h("div.entry.person");
      const window = h("a.plain", {
        href: `/?as=${person.id}`, target: "_blank", rel: "noopener", title: t("newWindow"), "aria-label": t("newWindow"),
      }, icon("window"));
      const parts = { face: avatar(ofUser(person)), name: h("b"), under: h("small"), badge: h("span.badge") };
      parts.pick = h("button.pick-person", { onclick: () => this.#app.viewAs(person.id) },
        parts.face, h("span", {}, parts.name, parts.under), parts.badge);
      row.parts = parts;
      row.append(parts.pick, window);
      return row;
    }, (row, person) => {
      paint(row.parts.face, ofUser(person));
      write(row.parts.name, fullName(person));
      write(row.parts.under, person.id === this.#store.me ? t("youAre").toLocaleLowerCase() : person.username ? `@${person.username}` : "");
      row.parts.pick.title = t("become", { who: fullName(person) });
      row.setAttribute("aria-current", String(person.id === this.#store.me));
      row.classList.toggle("gone", Boolean(person.deactivated));
      badge(row.parts.badge, this.#store.calling.get(person.id) ?? 0);
    });
  }
}

export function badge(element, n) {
  if (element.hidden !== !n) element.hidden = !n;
  write(element, n > 99 ? "99+" : n ? String(n) : "");
}
