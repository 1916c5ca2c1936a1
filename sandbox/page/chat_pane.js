/** One open chat: header, topics, pinned message, messages, composer. A wide page shows two side by side. */

import { avatar, fullName, ofChat, paint } from "./avatar.js";
import { Composer } from "./composer.js";
import { fill, gathered, h, keyed, write } from "./dom.js";
import { MessageList } from "./message_list.js";
import { icon, iconButton } from "./icons.js";
import { preview } from "./message_summary.js";
import { openDialog, popup } from "./dialogs.js";
import { failed, toast } from "./toasts.js";
import { counted, t } from "./translations.js";

const TYPING_FOR = 5500;

export class Pane {
  #store;
  #app;
  #thread = null;
  #typingUntil = 0;
  key = null;

  /** @param {import("./store.js").Store} store */
  constructor(store, app, name) {
    this.#store = store;
    this.#app = app;
    this.feed = new MessageList(store, {
      press: (message, button, row, column) => app.press(this.key, message, button, row, column),
      tap: (kind, value) => this.#tap(kind, value),
      goTo: (id) => this.goTo(id),
      menu: (event, message) => this.#menu(event, message),
    });
    this.composer = new Composer(store, { join: (chat) => store.act("join", { chat: chat.key }).catch(failed) });
    this.#build(name);
    this.refresh = gathered(() => this.#draw());
    store.on("chat", (chat) => chat.key === this.key && this.refresh());
    store.on("feed", (key) => key === this.key && (this.feed.refresh(), this.refresh()));
    store.on("message", ({ key, message }) => key === this.key && this.#arrived(message));
    store.on("typing", ({ chat }) => String(chat) === this.key && this.#typing());
    store.on("offline", () => this.refresh());
  }

  #build(name) {
    this.face = avatar({ id: 0, name: "" });
    this.title = h("b");
    this.subtitle = h("small");
    this.back = iconButton("back", t("back"), () => this.#app.back(), "plain.back");
    const names = h("span", {}, this.title, this.subtitle);
    const about = h("button.about-chat", { onclick: () => this.#app.aboutChat(this.key) }, this.face, names);
    this.other = h("button.plain.other", {}, icon("talk"), h("span.badge", { hidden: true }));
    this.head = h("header.head", {}, this.back, about, this.other);
    this.topics = h("nav.topics", { hidden: true });
    this.pin = h("button.pin", { hidden: true, title: t("pinned") });
    this.offline = h("div.offline", { hidden: true, role: "status" });
    this.hint = h("p.pick", {}, t("pickChat"));
    this.inside = h("div.inside", { hidden: true },
      this.head, this.topics, this.pin, this.offline, this.feed.element, this.composer.element);
    this.element = h(`section.pane.${name}`, {}, this.hint, this.inside);
  }

  async open(key, messageId) {
    const another = key !== this.key;
    if (this.key) this.#store.open.delete(this.key);
    this.key = key;
    if (key) this.#store.open.add(key);
    if (another) {
      this.#thread = null;
      this.#typingUntil = 0;
    }
    this.#draw();
    if (key && this.#store.chats.has(key)) {
      await this.feed.show(key, this.#thread).catch(failed);
      this.feed.toBottom();
      this.#read();
    }
    if (messageId) await this.goTo(messageId);
  }

  async again() {
    this.#draw();
    await this.feed.again().catch(failed);
  }

  async goTo(messageId) {
    if (await this.feed.goTo(messageId)) return;
    if (this.#thread !== null) {
      this.#choose(null);
      if (await this.feed.goTo(messageId)) return;
    }
    toast(t("messageGone"));
  }

  #draw() {
    const chat = this.#store.chats.get(this.key);
    this.hint.hidden = Boolean(chat);
    this.inside.hidden = !chat;
    if (!chat) return;
    const face = ofChat(chat, this.#store);
    paint(this.face, face);
    write(this.title, face.name);
    write(this.subtitle, this.#status(chat));
    this.subtitle.classList.toggle("typing", Date.now() < this.#typingUntil);
    this.#drawTopics(chat);
    this.#drawPin(chat);
    this.#drawOffline(chat);
    this.composer.show(chat, this.#thread);
    this.feed.refresh();
    this.#read();
  }

  #status(chat) {
    if (Date.now() < this.#typingUntil) return t("typing");
    if (chat.type === "private") return t("bot");
    return counted("members", chat.members?.length ?? 0);
  }

  #drawTopics(chat) {
    const topics = chat.is_forum ? chat.topics ?? [] : [];
    this.topics.hidden = topics.length === 0;
    const chips = [{ message_thread_id: null, name: t("allTopics") }, ...topics];
    keyed(this.topics, topics.length ? chips : [], ({ message_thread_id: id }) => String(id),
      ({ message_thread_id: id }) => h("button.chip", { onclick: () => this.#choose(id) }),
      (chip, { message_thread_id: id, name }) => {
        write(chip, name);
        chip.setAttribute("aria-pressed", String(id === this.#thread));
      });
  }

  #choose(thread) {
    this.#thread = thread;
    this.#draw();
    this.feed.show(this.key, thread).then(() => this.feed.toBottom());
  }

  #drawPin(chat) {
    this.pin.hidden = !chat.pinned;
    if (!chat.pinned) return;
    const id = typeof chat.pinned === "object" ? chat.pinned.message_id : chat.pinned;
    const message = this.#store.feed(chat.key)?.list.find((known) => known.message_id === id);
    this.pin.onclick = () => this.goTo(id);
    fill(this.pin, icon("pin"), h("span", {}, h("b", {}, t("pinned")), h("small", {}, message ? preview(message) : "…")));
  }

  #drawOffline(chat) {
    const silent = [...this.#store.offline].filter((id) => chat.bot_id === id || chat.members?.some(({ user }) => user.id === id));
    this.offline.hidden = silent.length === 0;
    if (silent.length) write(this.offline, t("botOffline", { who: fullName(this.#store.bots.get(silent[0])) }));
  }

  /** The button that leads from a group to the private chat and back. */
  showOther(key, label, unread) {
    this.other.hidden = !key;
    this.other.title = label;
    this.other.setAttribute("aria-label", label);
    this.other.onclick = () => this.#app.openChat(key, undefined, true);
    const badge = this.other.lastChild;
    badge.hidden = !unread;
    write(badge, unread ? String(unread) : "");
  }

  #arrived(message) {
    this.feed.arrived(message);
    if (message.from?.is_bot) this.#typingUntil = 0;
    this.refresh();
  }

  #typing() {
    this.#typingUntil = Date.now() + TYPING_FOR;
    this.refresh();
    setTimeout(this.refresh, TYPING_FOR + 50);
  }

  #read() {
    if (this.key && !document.hidden && this.element.offsetParent !== null && this.#store.up) this.#store.read(this.key);
  }

  #tap(kind, value) {
    if (kind === "bot_command") return this.#store.act("say", { chat: this.key, text: value }).catch(failed);
    if (kind === "url") return this.#app.follow(value);
    if (kind === "mention") return this.#app.follow(`https://t.me/${value.slice(1)}`);
    if (kind === "user") return this.#app.aboutPerson(this.#store.person(value.id) ?? value);
    return undefined;
  }

  #menu(event, message) {
    const { me } = this.#store;
    const mine = message.from?.id === me;
    const chat = this.#store.chats.get(this.key);
    const ours = chat.members?.find(({ user }) => user.id === me);
    const mayDelete = mine || chat.type === "private" || ours?.status === "creator" || ours?.rights?.includes("can_delete_messages");
    const id = message.message_id;
    const secret = message.ephemeral_for;
    const free = !message.has_protected_content;
    popup(event, [
      chat.can_write && !secret && [t("reply"), () => this.composer.about(message)],
      free && message.text && [t("copyText"), () => navigator.clipboard?.writeText(message.text).then(() => toast(t("copied")), failed)],
      free && !secret && [t("forward"), () => this.#forward(message)],
      mine && message.text && [t("edit"), () => this.composer.about(message, true)],
      mayDelete && !secret && [t("delete"), () => this.#store.act("delete", { chat: this.key, message_id: id }).catch(failed), "danger"],
    ].filter(Boolean));
  }

  #forward(message) {
    openDialog(t("forwardTo"), (close) => [...this.#store.chats.values()].map((chat) => h("button.choice", {
      onclick: () => {
        close();
        this.#store.act("forward", { chat: this.key, message_id: message.message_id, to: chat.key }).catch(failed);
      },
    }, avatar(ofChat(chat, this.#store), "small"), ofChat(chat, this.#store).name)));
  }
}
