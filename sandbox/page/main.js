/** Wires the page: builds the store and the columns, and switches between chats and people. */

import { infoDialogs } from "./info_dialogs.js";
import { Sidebar } from "./sidebar.js";
import { h } from "./dom.js";
import { linkOpener } from "./links.js";
import { createForms } from "./create_forms.js";
import { Pane } from "./chat_pane.js";
import { recall, remember } from "./preferences.js";
import { applyTheme, theme } from "./theme.js";
import { PersonSwitcher } from "./person_switcher.js";
import { Store } from "./store.js";
import { buttonTaps } from "./button_taps.js";
import { clearToasts, failed } from "./toasts.js";
import { topbar } from "./topbar.js";
import { language, t } from "./translations.js";

const WIDE = matchMedia("(min-width: 1080px)");
const NARROW = matchMedia("(max-width: 719px)");

applyTheme(theme());
document.documentElement.lang = language;

const store = new Store();
let lastGroup = null;
let awaited = null;
const successors = new Map(); // groups that became supergroups
let split = recall("split", "yes") === "yes";

const isGroup = (key) => key !== null && !key.includes(":");
const splitting = () => split && WIDE.matches && isGroup(main.key);

const app = {
  group: () => lastGroup,
  current: () => main.key,
  isOpen: (key) => main.key === key || (splitting() && side.key === key),

  async viewAs(userId) {
    try {
      await store.viewAs(userId);
      clearToasts();
    } catch (error) {
      failed(error);
    }
  },

  /** Opens a chat in its column: a private one beside its group if the page is wide. */
  async openChat(key, messageId) {
    if (key === null) return;
    store.expect(key);
    view("chat");
    if (isGroup(key)) {
      lastGroup = key;
      await main.open(key, messageId);
      await follow();
    } else if (splitting()) await side.open(key, messageId);
    else {
      await main.open(key, messageId);
      await follow();
    }
    note();
    refresh();
    (key === side.key && splitting() ? side : main).composer.focus();
  },

  back() {
    if (history.state?.view === "chat") history.back();
    else view("list");
  },

  toggleSplit() {
    split = !split;
    remember("split", split ? "yes" : "no");
    follow().then(refresh);
  },
};

Object.assign(app, infoDialogs(store, app), createForms(store, app), { follow: linkOpener(store, app) });
app.press = buttonTaps(store, app);

const bar = topbar(store, app);
const sidebar = new Sidebar(store, app);
const seats = new PersonSwitcher(store, app);
const main = new Pane(store, app, "main");
const side = new Pane(store, app, "side");
const welcome = app.welcome();
main.inside.prepend(seats.element);
const columns = h("div.columns", {}, sidebar.element, main.element, side.element);
document.querySelector("#app").append(bar.element, bar.lost, columns, welcome);

/** The side column shows the private chat of the current person with the group's bot. */
async function follow() {
  const bot = store.chats.get(main.key)?.members.find(({ user }) => user.is_bot && store.bots.has(user.id))?.user.id;
  const key = splitting() ? store.privateWith(bot) : null;
  document.body.classList.toggle("split", key !== null);
  bar.split.setAttribute("aria-pressed", String(split));
  if (key !== null) store.expect(key);
  return side.open(key);
}

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
  main.showOther(splitting() || !store.chats.has(key) ? null : key, isGroup(main.key) ? t("toPrivate") : t("toGroup"), unread);
  side.showOther(null, "", 0);
}

/** After a switch of person: the same group if they are in it, their private chat beside it. */
async function settle(again = false) {
  welcome.hidden = store.people.size > 0 && store.me !== null;
  columns.hidden = !welcome.hidden;
  if (again && store.chats.has(main.key)) {
    await Promise.all([main.again(), side.again()]);
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
  await follow();
  note();
  main.composer.focus();
  return refresh();
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
  columns.hidden = !welcome.hidden;
});
WIDE.addEventListener("change", () => follow().then(refresh));
addEventListener("popstate", () => view(history.state?.view ?? "list"));
document.addEventListener("visibilitychange", () => (main.refresh(), side.refresh()));

welcome.hidden = true;
columns.hidden = true;
document.body.dataset.view = location.hash ? "chat" : "list";
store.connection.open();
