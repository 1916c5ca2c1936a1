/** The input field: text, commands, attachments; says why when the person may not write. */

import { authorOf } from "./message.js";
import { fill, h } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { preview } from "./message_summary.js";
import { clock, when } from "./time.js";
import { popup } from "./dialogs.js";
import { failed } from "./toasts.js";
import { knows, t } from "./translations.js";

const KINDS = ["sticker", "voice", "photo", "video_note", "document"];
const FOREVER = 366 * 86400;
const SOON = 12 * 3600;

export class Composer {
  #store;
  #chat = null;
  #place = null; // whose composer, and where: each has a draft of its own
  #thread = null;
  #about = null; // { message, editing }
  #choice = 0;
  #drafts = new Map();
  #asked = new Set(); // questions that were shown for a reply

  /** @param {import("./store.js").Store} store */
  constructor(store, { join }) {
    this.#store = store;
    this.join = join;
    this.input = h("textarea", { rows: 1, placeholder: t("draft"), "aria-label": t("draft"), enterKeyHint: "send", maxLength: 4096 });
    this.suggestions = h("div.suggestions", { role: "listbox", hidden: true });
    this.above = h("div.about", { hidden: true });
    this.anonymous = h("label.anonymous", { hidden: true }, h("input", { type: "checkbox" }), t("asGroup"));
    this.slash = iconButton("slash", t("commands"), () => this.#allCommands());
    const clip = iconButton("clip", t("attach"), (event) => this.#attach(event));
    const send = iconButton("send", t("send"), () => this.#send(), "send");
    this.writing = h("div.writing", {}, this.slash, this.input, clip, send);
    this.instead = h("div.instead", { hidden: true });
    this.replies = h("div.replies", { hidden: true });
    this.element = h("footer.composer", {}, this.suggestions, this.above, this.anonymous, this.writing, this.replies, this.instead);
    this.input.oninput = () => this.#typed();
    this.input.onkeydown = (event) => this.#key(event);
  }

  /** @param {import("./store.js").Chat} chat */
  show(chat, thread) {
    const place = `${this.#store.me}/${chat.key}`;
    const another = place !== this.#place;
    if (another && this.#place) this.#drafts.set(this.#place, this.#about?.editing ? "" : this.input.value);
    this.#place = place;
    this.#chat = chat;
    this.#thread = thread;
    if (another) {
      this.input.value = this.#drafts.get(place) ?? "";
      this.clear();
      this.#typed();
    }
    const member = chat.members?.find(({ user }) => user.id === this.#store.me);
    this.anonymous.hidden = !member?.anonymous;
    if (another) this.anonymous.firstChild.checked = true;
    const why = this.#obstacle(chat);
    this.writing.hidden = why !== null;
    this.instead.hidden = why === null;
    this.slash.hidden = !chat.commands?.length;
    if (why) fill(this.instead, ...why);
    this.#offer(why === null ? chat.keyboard?.keyboard ?? [] : []);
    if (why === null && chat.keyboard?.force_reply) this.#ask(chat);
  }

  /** A question to be answered by a reply (ForceReply): as if the person had chosen to reply to it. Asked once. */
  #ask({ key, keyboard }) {
    const question = `${this.#place}/${keyboard.message_id}`;
    const message = this.#store.feed(key)?.list.find((known) => known.message_id === keyboard.message_id);
    if (this.#asked.has(question) || !message || this.#about?.editing) return;
    this.#asked.add(question);
    this.about(message);
    this.input.placeholder = keyboard.input_field_placeholder || t("draft");
  }

  /** The bot's reply keyboard. */
  #offer(rows) {
    this.replies.hidden = rows.length === 0;
    fill(this.replies, rows.map((row) => h("div", {}, row.map((button) => {
      const text = button.text ?? button;
      return h("button", { onclick: () => this.#send(text) }, text);
    }))));
  }

  focus() {
    if (matchMedia("(pointer: fine)").matches && !this.writing.hidden) this.input.focus({ preventScroll: true });
  }

  about(message, editing = false) {
    this.#about = { message, editing };
    if (editing) this.input.value = message.text ?? "";
    const title = editing ? t("editing") : t("replyTo", { who: authorOf(message).name });
    fill(this.above, icon("reply"), h("div", {}, h("b", {}, title), h("span", {}, preview(message))),
      iconButton("close", t("cancel"), () => this.clear(editing)));
    this.above.hidden = false;
    this.#typed();
    this.input.focus();
  }

  clear(alsoText = false) {
    this.#about = null;
    this.input.placeholder = t("draft");
    this.above.hidden = true;
    if (alsoText) this.input.value = "";
    this.#typed();
  }

  #obstacle(chat) {
    const bot = chat.bot_id;
    if (chat.type === "private" && chat.blocked) {
      return [h("button.wide", { onclick: () => this.#do("unblock", { bot_id: bot }) }, t("unblock"))];
    }
    if (chat.type === "private" && !chat.started) {
      return [h("p", {}, t("startHint")), h("button.wide.main", { onclick: () => this.#do("start", { bot_id: bot }) }, t("start"))];
    }
    if (chat.can_write) return null;
    const now = Date.now() / 1000;
    switch (chat.cannot_write_why) {
      case "muted": {
        const until = chat.muted_until;
        const known = until && until - now < FOREVER && until > now;
        const time = known && (until - now < SOON ? clock(until) : when(until));
        return [icon("muted"), h("p", {}, known ? t("mutedUntil", { time }) : t("muted"))];
      }
      case "not-member":
        return [h("p", {}, t("notMember")), h("button.wide.main", { onclick: () => this.join(chat) }, t("joinGroup"))];
      default:
        return [h("p", {}, knows(`x_${chat.cannot_write_why}`) ? t(`x_${chat.cannot_write_why}`) : t("cannotWrite"))];
    }
  }

  #do(command, args) {
    return this.#store.act(command, args).catch(failed);
  }

  async #send(text = this.input.value.trim()) {
    if (!text || !this.#chat) return;
    const { key } = this.#chat;
    const place = this.#place;
    const about = this.#about;
    const fromDraft = text === this.input.value.trim();
    if (fromDraft) this.clear(true);
    try {
      if (about?.editing) await this.#store.act("edit", { chat: key, message_id: about.message.message_id, text });
      else {
        await this.#store.act("say", {
          chat: key, text,
          ...(about && { reply_to: about.message.message_id }),
          ...(this.#thread && this.#thread !== 1 && { message_thread_id: this.#thread }),
          ...(!this.anonymous.hidden && { as_chat: this.anonymous.firstChild.checked }),
        });
      }
    } catch (error) {
      failed(error);
      if (fromDraft && !this.input.value && place === this.#place) {
        this.input.value = text;
        this.#typed();
      }
    }
  }

  #attach(event) {
    popup(event, KINDS.map((kind) => [t(`kind_${kind}`), () => this.#do("send", { chat: this.#chat.key, kind })]));
  }

  #typed() {
    this.input.style.height = "auto";
    if (this.input.value) this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
    this.element.classList.toggle("filled", this.input.value.trim() !== "");
    const typed = /^\/([\w@]*)$/u.exec(this.input.value);
    this.#suggest(typed ? this.#matching(typed[1]) : []);
  }

  #matching(start) {
    const wanted = start.toLowerCase();
    return (this.#chat?.commands ?? []).filter(({ command }) => command.startsWith(wanted) && command !== wanted);
  }

  #allCommands() {
    if (!this.suggestions.hidden) return this.#suggest([]);
    this.#suggest(this.#chat?.commands ?? []);
    this.input.focus();
  }

  #suggest(commands) {
    this.#choice = 0;
    this.suggestions.hidden = commands.length === 0;
    fill(this.suggestions, commands.map(({ command, description, bot_username }) => h("button", {
      role: "option",
      onclick: () => this.#pick(command, bot_username),
    }, h("b", {}, `/${command}`), h("span", {}, description))));
    this.#mark();
  }

  #mark() {
    [...this.suggestions.children].forEach((option, i) => {
      option.setAttribute("aria-selected", String(i === this.#choice));
      if (i === this.#choice && !this.suggestions.hidden) option.scrollIntoView({ block: "nearest" });
    });
  }

  #pick(command, bot) {
    const bots = (this.#chat.members ?? []).filter(({ user }) => user.is_bot).length;
    this.input.value = "";
    this.#typed();
    this.#send(bots > 1 && bot ? `/${command}@${bot}` : `/${command}`);
    this.input.focus();
  }

  #key(event) {
    const options = this.suggestions.hidden ? [] : [...this.suggestions.children];
    if (event.key === "Escape") {
      if (options.length) this.#suggest([]);
      else if (this.#about) this.clear(this.#about.editing);
      return;
    }
    if (options.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.#choice = (this.#choice + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
      return this.#mark();
    }
    if (options.length && event.key === "Tab") {
      event.preventDefault();
      this.input.value = options[this.#choice].firstChild.textContent;
      return this.#typed();
    }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (options.length) options[this.#choice].click();
      else this.#send();
    }
  }
}
