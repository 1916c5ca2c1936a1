/** The strip of people above a group: a tap switches to that person in the same chat. */

import { avatar, fullName, ofUser, paint } from "./avatar.js";
import { badge } from "./badge.js";
import { gathered, h, keyed, write } from "./dom.js";
import { t } from "./translations.js";

const numberOf = (tag) => /\d+/.exec(tag ?? "")?.[0];

/** Ordered by the seat number in the tag; members without one (admins have no tags) take the free numbers. */
export function inSeatOrder(members) {
  const people = members.filter(({ user }) => !user.is_bot);
  const taken = new Set(people.map(({ tag }) => Number(numberOf(tag))));
  let free = 0;
  const next = () => {
    do free += 1; while (taken.has(free));
    return free;
  };
  return people
    .map((member) => ({ member, number: Number(numberOf(member.tag) ?? next()) }))
    .sort((a, b) => a.number - b.number)
    .map(({ member }) => member);
}

export class PersonSwitcher {
  #store;
  #app;
  #order = [];

  /** @param {import("./store.js").Store} store */
  constructor(store, app) {
    this.#store = store;
    this.#app = app;
    this.element = h("nav.seats", { "aria-label": t("seats"), hidden: true });
    this.element.addEventListener("wheel", (event) => {
      if (Math.abs(event.deltaY) > Math.abs(event.deltaX)) this.element.scrollLeft += event.deltaY;
    }, { passive: true });
    this.refresh = gathered(() => this.#draw(), 30);
    for (const event of ["chat", "chats", "me", "unread", "people"]) store.on(event, this.refresh);
    addEventListener("keydown", (event) => this.#key(event));
  }

  #draw() {
    const chat = this.#store.chats.get(this.#app.group());
    const members = chat ? inSeatOrder(chat.members ?? []) : this.#order.length ? this.#order : this.#everybody();
    this.#order = members;
    this.element.hidden = members.length < 2;
    keyed(this.element, members, ({ user }) => String(user.id), ({ user }) => {
      const seat = h("button.seat", { onclick: () => this.#app.viewAs(user.id) });
      const parts = { face: avatar(ofUser(user), "small"), name: h("span.who"), badge: h("span.badge") };
      seat.parts = parts;
      seat.append(h("span.face", {}, parts.face, parts.badge), parts.name);
      return seat;
    }, (seat, member) => this.#drawSeat(seat, member));
  }

  #everybody() {
    return [...this.#store.people.values()].map((user) => ({ user }));
  }

  #drawSeat(seat, { user, tag, status }) {
    const person = this.#store.people.get(user.id) ?? user;
    const here = user.id === this.#store.me;
    paint(seat.parts.face, ofUser(person), numberOf(tag));
    write(seat.parts.name, person.first_name);
    badge(seat.parts.badge, here ? 0 : this.#store.unreadByPerson.get(user.id) ?? 0);
    seat.classList.toggle("muted", status === "restricted");
    if (seat.getAttribute("aria-pressed") !== String(here)) {
      seat.setAttribute("aria-pressed", String(here));
      if (here) this.#bring(seat);
    }
    seat.title = t("become", { who: [tag, fullName(person)].filter(Boolean).join(" ") });
  }

  /** Brings a seat into view sideways, without moving the page. */
  #bring(seat) {
    requestAnimationFrame(() => {
      const strip = this.element;
      const left = seat.offsetLeft - strip.offsetLeft;
      if (left < strip.scrollLeft || left + seat.offsetWidth > strip.scrollLeft + strip.clientWidth) {
        strip.scrollLeft = left - strip.clientWidth / 2 + seat.offsetWidth / 2;
      }
    });
  }

  /** Alt+1 … Alt+0: the first ten seats. */
  #key(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || !/^Digit\d$/.test(event.code)) return;
    const member = this.#order[(Number(event.code.at(-1)) + 9) % 10];
    if (!member) return;
    event.preventDefault();
    this.#app.viewAs(member.user.id);
  }
}
