/** The list of all people: who the page shows now, and how many private messages wait for each. */

import { avatar, fullName, ofUser, paint } from "./avatar.js";
import { badge } from "./badge.js";
import { h, keyed, write } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./translations.js";

export class PeopleList {
  #store;
  #app;

  /** @param {import("./store.js").Store} store */
  constructor(store, app) {
    this.#store = store;
    this.#app = app;
    this.element = h("div.list", { role: "tabpanel", "aria-label": t("people"), hidden: true });
  }

  /** @param {(name: string) => boolean} found whether the search has found a name */
  draw(found) {
    const order = [...this.#store.people.values()].filter((person) => found(`${fullName(person)} ${person.username ?? ""}`));
    keyed(this.element, order, (person) => String(person.id), (person) => {
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
      badge(row.parts.badge, this.#store.unreadByPerson.get(person.id) ?? 0);
    });
  }
}
