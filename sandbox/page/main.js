/** Wires the page: builds its parts, and switches between chats and people. */

import { infoDialogs } from "./info_dialogs.js";
import { Sidebar } from "./sidebar.js";
import { h } from "./dom.js";
import { linkOpener } from "./links.js";
import { createForms } from "./create_forms.js";
import { Columns, WIDE, isGroup } from "./columns.js";
import { recall } from "./preferences.js";
import { applyTheme, theme } from "./theme.js";
import { PersonSwitcher } from "./person_switcher.js";
import { Store } from "./store.js";
import { buttonTaps } from "./button_taps.js";
import { clearToasts, failed } from "./toasts.js";
import { topbar } from "./topbar.js";
import { language, t } from "./translations.js";

const NARROW = matchMedia("(max-width: 719px)");

applyTheme(theme());
document.documentElement.lang = language;

const store = new Store();
let lastGroup = null;
let awaited = null;
const successors = new Map(); // groups that became supergroups

const app = {
  group: () => lastGroup,
  current: () => columns.main.key,
  isOpen: (key) => columns.isOpen(key),

  async viewAs(userId) {
    try {
      await store.viewAs(userId);
      clearToasts();
    } catch (error) {
      failed(error);
    }
  },

  async openChat(key, messageId) {
    if (key === null) return;
    store.expect(key);
    view("chat");
    if (isGroup(key)) lastGroup = key;
    await columns.open(key, messageId);
    note();
    refresh();
    columns.focus(key);
  },

  back() {
    if (history.state?.view === "chat") history.back();
    else view("list");
  },

  toggleSplit() {
    columns.toggle().then(refresh);
  },
};

Object.assign(app, infoDialogs(store, app), createForms(store, app), { follow: linkOpener(store, app) });
app.press = buttonTaps(store, app);

const bar = topbar(store, app);
const sidebar = new Sidebar(store, app);
const seats = new PersonSwitcher(store, app);
const columns = new Columns(store, app, bar.split);
const { main } = columns;
const welcome = app.welcome();
main.inside.prepend(seats.element);
const chats = h("div.columns", {}, sidebar.element, main.element, columns.side.element);
document.querySelector("#app").append(bar.element, bar.lost, chats, welcome);

/** On a phone: the list or the chat. */
function view(name) {
  const was = document.body.dataset.view;
  document.body.dataset.view = name;
  if (name === "chat" && was === "list" && NARROW.matches) history.pushState({ view: "chat" }, "");
}

/** Keeps person and chat in the address, so that a reload returns to them. */
function note() {
  const url = new URL(location.href);
  if (store.me !== null) url.searchParams.set("as", String(store.me));
  url.hash = main.key ?? "";
  history.replaceState(history.state, "", url);
}

function refresh() {
  sidebar.refresh();
  seats.refresh();
  const key = isGroup(main.key) ? store.privateWith() : lastGroup;
  const unread = key ? store.chats.get(key)?.unread ?? 0 : 0;
  columns.showOther(store.chats.has(key) ? key : null, isGroup(main.key) ? t("toPrivate") : t("toGroup"), unread);
}

/** After a switch of person: the same group if they are in it, their private chat beside it. */
async function settle(again = false) {
  welcome.hidden = store.people.size > 0 && store.me !== null;
  chats.hidden = !welcome.hidden;
  if (again && store.chats.has(main.key)) {
    await columns.again();
    return refresh();
  }
  const wished = decodeURIComponent(location.hash.slice(1));
  const wasPrivate = main.key !== null && !isGroup(main.key);
  const first = [...store.chats.values()].sort((a, b) => (b.last?.date ?? 0) - (a.last?.date ?? 0)).find(({ key }) => isGroup(key));
  const same = wasPrivate ? store.privateWith(Number(main.key.split(":")[1])) : main.key;
  const candidates = [same, wished, lastGroup, first?.key, store.privateWith()];
  const key = candidates.find((wish) => wish && store.chats.has(wish)) ?? null;
  if (isGroup(key)) lastGroup = key;
  await main.open(key);
  await columns.follow();
  note();
  main.composer.focus();
  return refresh();
}

/** An empty world: the welcome, and no chat of an earlier world behind it. */
function begin() {
  lastGroup = null;
  main.open(null);
  columns.side.open(null);
  document.body.dataset.view = "list";
  history.replaceState(null, "", location.pathname);
  welcome.refresh();
}

store.on("me", ({ again }) => settle(again).catch(failed));
store.on("chat", refresh);
store.on("chats", refresh);
store.on("people", () => welcome.refresh());
store.on("message", ({ key, message }) => {
  if (message.migrate_to_chat_id) successors.set(key, String(message.migrate_to_chat_id));
});
store.on("gone", (key) => {
  const successor = successors.get(key) ?? null;
  if (key === lastGroup) lastGroup = successor;
  if (key !== main.key) return;
  if (successor === null || store.chats.has(successor)) settle().catch(failed);
  else awaited = successor;
});
store.on("chat", ({ key }) => {
  if (key !== awaited) return;
  awaited = null;
  app.openChat(key);
});
store.on("hello", () => {
  if (store.me !== null) return;
  const wish = [new URLSearchParams(location.search).get("as"), recall("person", "")].map(Number).find((id) => store.people.has(id));
  const person = wish ?? store.people.keys().next().value;
  if (person !== undefined) app.viewAs(person);
  welcome.hidden = person !== undefined;
  chats.hidden = !welcome.hidden;
  if (person === undefined) begin();
});
WIDE.addEventListener("change", () => columns.follow().then(refresh));
addEventListener("popstate", () => view(history.state?.view ?? "list"));
document.addEventListener("visibilitychange", () => columns.refresh());

welcome.hidden = true;
chats.hidden = true;
document.body.dataset.view = location.hash ? "chat" : "list";
store.connection.open();
