/** The left column: the current person, the tabs with chats and people, the search, the buttons that add. */

import { avatar, fullName, ofUser } from "./avatar.js";
import { badge } from "./badge.js";
import { ChatList } from "./chat_list.js";
import { fill, gathered, h } from "./dom.js";
import { icon } from "./icons.js";
import { PeopleList } from "./people_list.js";
import { t } from "./translations.js";

const SEARCH_FROM = 12;

export class Sidebar {
  #store;
  #tab = "chats";

  /** @param {import("./store.js").Store} store */
  constructor(store, app) {
    this.#store = store;
    this.me = h("button.me", { title: t("people"), onclick: () => this.#show(this.#tab === "people" ? "chats" : "people") });
    this.tabs = h("div.tabs", { role: "tablist" }, ["chats", "people"].map((name) => h("button", {
      role: "tab", "data-tab": name, onclick: () => this.#show(name),
    }, t(name), h("span.badge", { hidden: true }))));
    this.search = h("input.search", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: () => this.refresh() });
    this.chats = new ChatList(store, app);
    this.people = new PeopleList(store, app);
    this.none = h("p.empty", { hidden: true }, t("noChats"));
    this.more = h("div.add", {},
      h("button.plain", { title: t("addPerson"), onclick: () => app.addPerson() }, icon("plus"), t("personShort")),
      h("button.plain", { title: t("addGroup"), onclick: () => app.addGroup() }, icon("plus"), t("groupShort")),
      h("button.plain", { title: t("gather"), onclick: () => app.addParty() }, icon("people"), t("partyShort")));
    const lists = h("div.lists", {}, this.chats.element, this.none, this.people.element);
    this.element = h("aside.sidebar", {}, this.me, this.tabs, this.search, lists, this.more);
    this.refresh = gathered(() => this.#draw(), 30);
    for (const event of ["chat", "chats", "people", "me", "unread"]) store.on(event, this.refresh);
    this.#show("chats");
  }

  #show(tab) {
    this.#tab = tab;
    this.search.value = "";
    this.chats.element.hidden = tab !== "chats";
    this.people.element.hidden = tab !== "people";
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    this.#draw();
  }

  #draw() {
    this.#drawMe();
    const wanted = this.search.value.trim().toLocaleLowerCase();
    const found = (name) => !wanted || name.toLocaleLowerCase().includes(wanted);
    const count = this.#tab === "chats" ? this.#store.chats.size : this.#store.people.size;
    this.search.hidden = count < SEARCH_FROM;
    if (this.#tab === "chats") this.chats.draw(found);
    else this.people.draw(found);
    this.none.hidden = this.#tab !== "chats" || this.#store.chats.size > 0 || this.#store.me === null;
    const others = [...this.#store.unreadByPerson].filter(([id, n]) => id !== this.#store.me && n > 0).length;
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
}
