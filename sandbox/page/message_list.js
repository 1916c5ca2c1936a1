/** The messages of one chat: drawn once, updated in place; keeps the scroll position. */

import { gathered, h, keyed, write } from "./dom.js";
import { icon } from "./icons.js";
import { draw, messageRow, settle } from "./message.js";
import { nameOf } from "./store.js";
import { t } from "./translations.js";

const NEAR = 60;
const DRAWN = 100;
const FARTHEST = 20; // pages to go back for one message

export class MessageList {
  #store;
  #context;
  #key = null;
  #thread = null;
  #signed = null;
  #drawn = DRAWN;
  #fresh = 0;
  #rows = h("div.rows");
  #more = h("button.earlier", { hidden: true }, t("earlier"));
  #empty = h("p.empty", { hidden: true }, t("emptyChat"));
  #down = h("button.down", { hidden: true, "aria-label": t("toBottom") }, h("span.count"), icon("down"));

  /** @param {import("./store.js").Store} store */
  constructor(store, context) {
    this.#store = store;
    this.#context = context;
    const column = h("div.column", {}, this.#more, this.#rows, this.#empty);
    this.scroller = h("div.scroller", { tabIndex: 0, role: "log", "aria-live": "off" }, column);
    this.element = h("div.feed", {}, this.scroller, this.#down);
    this.refresh = gathered(() => this.#sync());
    this.#more.onclick = () => this.#earlier();
    this.#down.onclick = () => this.toBottom();
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    const sizes = new ResizeObserver(() => this.#wasAtBottom && this.toBottom()); // pictures come late
    sizes.observe(this.scroller);
    sizes.observe(this.#rows);
  }

  #wasAtBottom = true;
  #held = false;

  get atBottom() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** Shows another chat, or another topic of it, from its end. */
  async show(key, thread = null) {
    const another = key !== this.#key;
    this.#key = key;
    this.#thread = thread;
    this.#drawn = DRAWN;
    this.#fresh = 0;
    this.#wasAtBottom = true;
    if (another) keyed(this.#rows, [], nameOf, null, null);
    if (key === null) return;
    await this.#store.load(key);
    if (key === this.#key) this.#sync();
  }

  /** After a reconnection: adds what came meanwhile and keeps the scroll position. */
  async again() {
    const key = this.#key;
    if (key === null) return;
    await this.#store.load(key);
    if (key === this.#key) this.#sync();
  }

  arrived(message) {
    if (!this.#wasAtBottom && message.from?.id !== this.#store.me) this.#fresh += 1;
    if (message.from?.id === this.#store.me) this.#wasAtBottom = true;
    this.refresh();
  }

  toBottom() {
    this.#fresh = 0;
    this.#wasAtBottom = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#button();
  }

  /** Scrolls to a message and highlights it; loads earlier messages until it is found. */
  async goTo(messageId) {
    this.#leaveBottom();
    try {
      for (let tries = 0; tries < FARTHEST; tries++) {
        const row = this.#rows.rows?.get(String(messageId));
        if (row) return glow(row);
        if (!(await this.#loadEarlier())) return false;
      }
      return false;
    } finally {
      this.#held = false;
    }
  }

  /** Stops following the newest message; scrolling by the page itself does not start it again. */
  #leaveBottom() {
    this.#held = true;
    this.#wasAtBottom = false;
  }

  #messages() {
    const list = this.#store.feed(this.#key)?.list ?? [];
    if (this.#thread === null) return list;
    return list.filter((message) => (message.message_thread_id ?? 1) === this.#thread || message.message_id === this.#thread);
  }

  #sync() {
    const feed = this.#store.feed(this.#key);
    const chat = this.#store.chats.get(this.#key);
    if (!feed || !chat) return;
    if (this.#wasAtBottom) this.#drawn = DRAWN;
    const all = this.#messages();
    const shown = all.slice(-this.#drawn);
    const context = { ...this.#context, chat, me: this.#store.me };
    const signed = this.#signature(chat);
    const redraw = signed !== this.#signed;
    this.#signed = signed;
    this.#keepingPlace(() => {
      const rows = keyed(this.#rows, shown, nameOf, (message) => messageRow(message, context), (row, message) => {
        if (row.message !== message || redraw) draw(row, message, context);
      });
      const order = [...rows.values()];
      order.forEach((row, i) => settle(row, order[i - 1], order[i + 1]));
      this.#more.hidden = !feed.more && all.length <= this.#drawn;
      this.#empty.hidden = all.length > 0 || feed.more;
    });
    this.#button();
    if (this.#wasAtBottom) this.#store.trim(this.#key);
  }

  /** What names and tags beside messages depend on; when it changes, they are drawn again. */
  #signature(chat) {
    const tags = (chat.members ?? []).map(({ user, tag, status }) => `${user.id}${tag ?? ""}${status}${user.first_name}`);
    return `${this.#store.me}/${chat.key}/${tags.join()}`;
  }

  /** Changes the rows without moving those on the screen; a list that was at its end stays at its end. */
  #keepingPlace(change) {
    const top = this.scroller.getBoundingClientRect().top;
    const anchor = this.#wasAtBottom ? null : [...this.#rows.children].find((row) => row.getBoundingClientRect().bottom > top);
    const offset = anchor?.getBoundingClientRect().top;
    change();
    if (this.#wasAtBottom) this.scroller.scrollTop = this.scroller.scrollHeight;
    else if (anchor?.isConnected) this.scroller.scrollTop += anchor.getBoundingClientRect().top - offset;
  }

  async #earlier() {
    this.#leaveBottom();
    await this.#loadEarlier();
    this.#held = false;
  }

  async #loadEarlier() {
    const before = this.#messages().length;
    this.#drawn += DRAWN;
    if (before < this.#drawn) {
      const had = this.#store.feed(this.#key)?.list.length;
      await this.#store.earlier(this.#key);
      this.#sync();
      return this.#store.feed(this.#key)?.list.length !== had;
    }
    this.#sync();
    return true;
  }

  #scrolled() {
    if (this.#held) return;
    this.#wasAtBottom = this.atBottom;
    if (this.#wasAtBottom) this.#fresh = 0;
    this.#button();
  }

  #button() {
    this.#down.hidden = this.#wasAtBottom;
    write(this.#down.firstChild, this.#fresh ? String(this.#fresh) : "");
    this.#down.title = this.#fresh ? t("newMessages") : t("toBottom");
  }
}

/** Scrolls a row to the middle and highlights it briefly. */
function glow(row) {
  row.scrollIntoView({ block: "center" });
  row.classList.remove("glow");
  void row.offsetWidth; // starts the animation anew
  row.classList.add("glow");
  return true;
}
