/**
 * The world as one person sees it, updated from events. Message objects are never changed, only replaced,
 * so a view knows by identity whether there is anything to draw.
 *
 * @typedef {{id: number, first_name: string, last_name?: string, username?: string, deactivated?: boolean}} Person
 * @typedef {{user: Person, status: string, tag?: string, rights?: any, permissions?: any, until_date?: number}} Member
 * @typedef {{key: string, id: number, type: string, title?: string, members: Member[], bot_id?: number,
 *   started?: boolean, blocked?: boolean, pinned: number | null, can_write: boolean, cannot_write_why: string | null,
 *   muted_until?: number, commands: {command: string, description: string, bot_username: string}[],
 *   last: Message | null, unread?: number, is_forum?: boolean, topics?: {message_thread_id: number, name: string}[]}} Chat
 * @typedef {Record<string, any> & {message_id: number, date: number}} Message
 * @typedef {{list: Message[], more: boolean}} Feed
 */

import { Connection } from "./websocket.js";
import { remember } from "./preferences.js";

const PAGE = 60;
const MOST = 300;

/** The key of a message within its chat; ephemeral messages have negative ids. */
export function nameOf(message) {
  return String(message.message_id);
}

export class Store {
  me = null;
  up = false;
  speed = 1;
  faults = [];
  /** @type {Map<number, Person>} */ people = new Map();
  /** @type {Map<number, Person>} */ bots = new Map();
  /** @type {Map<string, Chat>} */ chats = new Map();
  /** @type {Map<string, Feed>} */ #feeds = new Map();
  /** @type {Map<string, number>} messages loaded before the connection broke */ #lengths = new Map();
  /** @type {Set<number>} */ offline = new Set();
  /** @type {Map<number, number>} unread private messages, by person */ unreadByPerson = new Map();
  /** @type {Set<string>} chats on the screen right now */ open = new Set();
  #listeners = new Map();
  /** Grows when the server begins a new world, in which nobody is known any more. */ world = 0;
  #turn = 0;
  #waiting = [];
  /** @type {Map<number, string>} people whose next message in this chat counts as read */ #readNext = new Map();

  constructor() {
    this.connection = new Connection((event) => this.#take(event), (up) => this.#connectionChanged(up));
  }

  /** @param {string} event @param {(detail: any) => void} listener */
  on(event, listener) {
    const all = this.#listeners.get(event) ?? [];
    this.#listeners.set(event, [...all, listener]);
  }

  emit(event, detail) {
    for (const listener of this.#listeners.get(event) ?? []) listener(detail);
  }

  do(command, args) {
    return this.connection.do(command, args);
  }

  /** Sends a command of the current person. */
  act(command, args) {
    return this.connection.do(command, { user_id: this.me, ...args });
  }

  /** Switches to another person. */
  async viewAs(userId) {
    const turn = ++this.#turn;
    const answer = await this.do("view_as", { user_id: userId });
    if (turn !== this.#turn) return;
    const again = this.me === userId;
    this.me = userId;
    remember("person", userId);
    this.chats = new Map(answer.chats.map((chat) => [chat.key, chat]));
    this.#lengths = new Map(again ? [...this.#feeds].map(([key, { list }]) => [key, list.length]) : []);
    this.#feeds.clear();
    this.#count();
    this.emit("me", { again });
    this.emit("chats");
    this.emit("people");
  }

  /** Resolves when the server has told the state of the world the next time, after a lost connection. */
  nextHello() {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The answer to what this page has done for a person calls for nobody: it counts as read when it comes. */
  readNext(userId, key) {
    this.#readNext.set(userId, key);
  }

  person(id) {
    return this.people.get(id) ?? this.bots.get(id);
  }

  /** The key of the current person's private chat with a bot (the first bot by default). */
  privateWith(botId) {
    const bot = botId ?? this.bots.keys().next().value;
    return bot === undefined ? null : `${this.me}:${bot}`;
  }

  /** Adds a private chat that is not started yet, so that Start can be pressed in it. */
  expect(key) {
    if (this.chats.has(key) || !key.includes(":")) return;
    const bot = Number(key.split(":")[1]);
    if (!this.bots.has(bot)) return;
    this.chats.set(key, {
      key, id: this.me, type: "private", bot_id: bot, started: false, blocked: false, members: [], commands: [],
      can_write: false, cannot_write_why: "not-started", pinned: null, last: null, unread: 0,
    });
    this.emit("chats");
  }

  /** @returns {Feed | undefined} */
  feed(key) {
    return this.#feeds.get(key);
  }

  async load(key) {
    if (!this.#feeds.has(key)) await this.#fetch(key);
  }

  async earlier(key) {
    const feed = this.#feeds.get(key);
    const oldest = feed?.list.find((message) => message.message_id > 0);
    if (!feed?.more || !oldest) return;
    const before = await this.act("history", { chat: key, before: oldest.message_id, limit: PAGE });
    const known = new Set(feed.list.map(nameOf));
    const fresh = before.messages.filter((message) => !known.has(nameOf(message)));
    this.#feeds.set(key, { list: [...fresh, ...feed.list], more: before.more && fresh.length > 0 });
    this.emit("feed", key);
  }

  /** Drops old messages of chats that are not on the screen. */
  trim(key) {
    const feed = this.#feeds.get(key);
    if (feed && feed.list.length > MOST) this.#feeds.set(key, { list: feed.list.slice(-PAGE), more: true });
  }

  async read(key) {
    const chat = this.chats.get(key);
    if (!chat?.unread) return;
    this.#chat({ ...chat, unread: 0 });
    await this.act("read", { chat: key }).catch(() => {});
  }

  async #fetch(key) {
    const me = this.me;
    const limit = Math.min(Math.max(PAGE, this.#lengths.get(key) ?? 0), MOST);
    const page = await this.act("history", { chat: key, limit });
    if (me !== this.me) return;
    this.#feeds.set(key, { list: page.messages, more: page.more });
    this.emit("feed", key);
  }

  #connectionChanged(up) {
    this.up = up;
    this.emit("connection", up);
  }

  async #hello({ people, bots, speed, faults, unread }) {
    const there = new Set(people.map(({ id }) => id));
    if ([...this.people.keys()].some((id) => !there.has(id))) this.#newWorld();
    this.people = new Map(people.map((person) => [person.id, person]));
    this.bots = new Map(bots.map((bot) => [bot.id, bot]));
    this.speed = speed ?? 1;
    this.faults = faults ?? [];
    this.offline.clear();
    for (const [id, n] of Object.entries(unread ?? {})) this.unreadByPerson.set(Number(id), n);
    for (const event of ["people", "speed", "faults", "offline"]) this.emit(event);
    if (this.me !== null && this.people.has(this.me)) await this.viewAs(this.me).catch(() => {});
    else this.me = null;
    this.emit("hello");
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #newWorld() {
    this.world += 1;
    this.me = null;
    this.chats.clear();
    this.#feeds.clear();
    this.#lengths.clear();
    this.unreadByPerson.clear();
    this.#readNext.clear();
    this.emit("chats");
  }

  #chat(chat) {
    this.chats.set(chat.key, chat);
    this.#count();
    this.emit("chat", chat);
  }

  /** Counts unread private messages of the current person; events bring the counts of the others. */
  #count() {
    let unread = 0;
    for (const chat of this.chats.values()) if (chat.type === "private") unread += chat.unread ?? 0;
    this.#setUnread(this.me, unread);
  }

  #setUnread(userId, unread) {
    const expected = this.#readNext.get(userId);
    if (unread && expected && userId !== this.me) {
      this.#readNext.delete(userId);
      this.do("read", { user_id: userId, chat: expected }).catch(() => {});
      return;
    }
    if ((this.unreadByPerson.get(userId) ?? 0) === unread) return;
    this.unreadByPerson.set(userId, unread);
    this.emit("unread", userId);
  }

  #message(key, message, isNew) {
    const feed = this.#feeds.get(key);
    const chat = this.chats.get(key);
    const name = nameOf(message);
    const at = feed ? feed.list.findLastIndex((other) => nameOf(other) === name) : -1;
    if (feed && at >= 0) this.#feeds.set(key, { ...feed, list: feed.list.with(at, message) });
    else if (feed && isNew) this.#feeds.set(key, { ...feed, list: [...feed.list, message] });
    if (chat) {
      const last = isNew || !chat.last || nameOf(chat.last) === name ? message : chat.last;
      const foreign = isNew && message.from?.id !== this.me;
      this.#chat({ ...chat, last, unread: (chat.unread ?? 0) + (foreign ? 1 : 0) });
    }
    this.emit("feed", key);
    if (isNew) this.emit("message", { key, message });
  }

  #deleted(key, ids) {
    const gone = new Set(ids.map(String));
    const feed = this.#feeds.get(key);
    const chat = this.chats.get(key);
    const stays = (message) => !gone.has(nameOf(message));
    if (feed) this.#feeds.set(key, { ...feed, list: feed.list.filter(stays) });
    if (chat?.last && !stays(chat.last)) this.#chat({ ...chat, last: this.#feeds.get(key)?.list.at(-1) ?? null });
    this.emit("feed", key);
  }

  #take(event) {
    switch (event.event) {
      case "hello":
        return this.#hello(event);
      case "person":
        this.people.set(event.person.id, event.person);
        return this.emit("people");
      case "bot":
        this.bots.set(event.bot.id, event.bot);
        return this.emit("people");
      case "chat":
        return this.#chat(event.chat);
      case "gone":
        this.chats.delete(event.chat);
        this.#feeds.delete(event.chat);
        this.emit("chats");
        return this.emit("gone", event.chat);
      case "message":
      case "edited":
        return this.#message(event.chat, event.message, event.event === "message");
      case "deleted":
        return this.#deleted(event.chat, event.message_ids);
      case "unread":
        return event.user_id === this.me ? undefined : this.#setUnread(event.user_id, event.unread);
      case "speed":
        this.speed = event.speed;
        return this.emit("speed");
      case "faults":
        this.faults = event.faults;
        return this.emit("faults");
      case "bot_offline":
        if (event.offline) this.offline.add(event.bot_id);
        else this.offline.delete(event.bot_id);
        return this.emit("offline");
      default:
        return this.emit(event.event, event);
    }
  }
}
