/** The two columns with chats: a group, and beside it, on a wide page, the private chat with the group's bot. */

import { Pane } from "./chat_pane.js";
import { recall, remember } from "./preferences.js";

/** A page that has room for two columns. */
export const WIDE = matchMedia("(min-width: 1080px)");

export const isGroup = (key) => key !== null && !key.includes(":");

export class Columns {
  #store;
  #button;
  #split = recall("split", "yes") === "yes";

  /**
   * @param {import("./store.js").Store} store
   * @param {any} app
   * @param {HTMLElement} button switches the second column on and off
   */
  constructor(store, app, button) {
    this.#store = store;
    this.#button = button;
    this.main = new Pane(store, app, "main");
    this.side = new Pane(store, app, "side");
  }

  get splitting() {
    return this.#split && WIDE.matches && isGroup(this.main.key);
  }

  isOpen(key) {
    return this.main.key === key || (this.splitting && this.side.key === key);
  }

  /** Opens a chat in its column: a private one beside its group if there are two columns. */
  async open(key, messageId) {
    if (!isGroup(key) && this.splitting) return this.side.open(key, messageId);
    await this.main.open(key, messageId);
    return this.follow();
  }

  /** The side column shows the private chat of the current person with the group's bot. */
  async follow() {
    const store = this.#store;
    const bot = store.chats.get(this.main.key)?.members.find(({ user }) => user.is_bot && store.bots.has(user.id))?.user.id;
    const key = this.splitting ? store.privateWith(bot) : null;
    document.body.classList.toggle("split", key !== null);
    this.#button.setAttribute("aria-pressed", String(this.#split));
    if (key !== null) store.expect(key);
    return this.side.open(key);
  }

  toggle() {
    this.#split = !this.#split;
    remember("split", this.#split ? "yes" : "no");
    return this.follow();
  }

  focus(key) {
    (key === this.side.key && this.splitting ? this.side : this.main).composer.focus();
  }

  /** Loads both columns again for the same person. */
  again() {
    return Promise.all([this.main.again(), this.side.again()]);
  }

  refresh() {
    this.main.refresh();
    this.side.refresh();
  }

  /** Where there is one column, it has a button that leads to the other chat: `key`, or none. */
  showOther(key, label, unread) {
    this.main.showOther(this.splitting ? null : key, label, unread);
    this.side.showOther(null, "", 0);
  }
}
