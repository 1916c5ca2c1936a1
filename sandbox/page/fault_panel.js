/** Fault injection by hand: faults of calls and updates, the bot's rights, server restarts. */

import { HOST_RIGHTS } from "./admin_rights.js";
import { fullName } from "./avatar.js";
import { fill, h } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { failed, toast } from "./toasts.js";
import { t } from "./translations.js";

/** kind: which further fields it takes */
const KINDS = {
  error: ["error_code", "description", "retry_after"],
  drop_before: [],
  drop_after: [],
  delay: ["seconds"],
  gateway: ["executed"],
  cut_answer: [],
  missing_field: ["field"],
  double_update: [],
  shuffle_updates: [],
  lose_update: [],
};
const OF_CALLS = new Set(["error", "drop_before", "drop_after", "delay", "gateway", "cut_answer", "missing_field"]);
const WORDS = new Set(["description", "field"]); // fields that are no numbers
const METHODS = [
  "sendMessage", "editMessageText", "editMessageReplyMarkup", "deleteMessage", "answerCallbackQuery", "pinChatMessage",
  "restrictChatMember", "sendPhoto", "sendDocument", "setChatMemberTag", "getChatMember", "getUpdates",
];
/** Ready-made refusals: code, text, seconds to wait. */
const ERRORS = [
  [429, "Too Many Requests: retry after 5", 5],
  [403, "Forbidden: bot was blocked by the user", null],
  [400, "Bad Request: chat not found", null],
  [500, "Internal Server Error: restart", null],
];
const DOWN_FOR = 3;

/**
 * @param {import("./store.js").Store} store
 * @param {{group: () => string | null, current: () => string | null}} app
 */
export function openFaultPanel(store, app) {
  const armed = h("div.armed");
  const numbers = h("div.numbers");
  const again = h("button.plain", { onclick: () => drawCounts(store, numbers) }, t("refresh"));
  const drawArmed = () => fill(armed, ...armedList(store));
  const { dialog } = openDialog(t("panel"), (close) => [
    h("section", {}, h("h3", {}, t("faultsTitle")), faultForm(store, app), armed),
    h("section", {}, h("h3", {}, t("events")), events(store, app, close)),
    h("section", {}, h("h3", {}, t("counts"), " ", again), numbers),
  ], "drawer");
  drawArmed();
  drawCounts(store, numbers);
  store.do("faults").then((answer) => {
    store.faults = answer.faults ?? answer;
    drawArmed();
  }, failed);
  store.on("faults", () => dialog.isConnected && drawArmed());
}

function faultForm(store, app) {
  const field = (name, text, input) => h("label.field", { "data-field": name }, h("span", {}, text), input);
  const kind = h("select", { name: "kind" }, Object.keys(KINDS).map((name) => h("option", { value: name }, t(`k_${name}`))));
  const ready = h("select", { name: "ready" }, ERRORS.map(([status, text], i) =>
    h("option", { value: i }, `${status} ${text.replace(/^[^:]*: /, "")}`)));
  const code = h("input", { name: "error_code", type: "number", min: 300, max: 599 });
  const description = h("input", { name: "description" });
  const wait = h("input", { name: "retry_after", type: "number", min: 1 });
  const methods = h("datalist", { id: "methods" }, METHODS.map((name) => h("option", { value: name })));
  const method = h("input", { name: "method", placeholder: t("anyMethod"), autocomplete: "off" });
  method.setAttribute("list", "methods");
  const form = h("form.fault", {},
    field("kind", t("faultKind"), kind),
    field("method", t("method"), method), methods,
    field("error_code", t("readyAnswer"), ready),
    h("div.pair", {}, field("error_code", t("errorCode"), code), field("retry_after", t("retryAfter"), wait)),
    field("description", t("description"), description),
    h("div.pair", {},
      field("seconds", t("seconds"), h("input", { name: "seconds", type: "number", min: 0.1, step: 0.1, value: 3 })),
      field("times", t("times"), h("input", { name: "times", type: "number", min: 1, max: 1000, value: 1, required: true }))),
    field("field", t("lackingField"), h("input", { name: "field", autocomplete: "off" })),
    h("label.check", { "data-field": "executed" }, h("input", { type: "checkbox", name: "executed" }), t("executed")),
    h("label.check", {}, h("input", { type: "checkbox", name: "here" }), t("onlyThisChat")),
    h("div.actions", {}, h("button.main", { type: "submit" }, t("arm"))));
  const choose = () => {
    const [status, text, seconds] = ERRORS[Number(ready.value)];
    Object.assign(code, { value: status });
    Object.assign(description, { value: text });
    Object.assign(wait, { value: seconds ?? "" });
  };
  const adapt = () => {
    for (const part of form.querySelectorAll("[data-field]")) {
      const name = part.dataset.field;
      if (["kind", "times"].includes(name)) continue;
      part.hidden = name === "method" ? !OF_CALLS.has(kind.value) : !KINDS[kind.value].includes(name);
    }
  };
  kind.onchange = adapt;
  ready.onchange = choose;
  choose();
  adapt();
  form.onsubmit = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    const args = { kind: values.kind, times: Number(values.times) };
    if (OF_CALLS.has(values.kind) && values.method) args.method = values.method;
    if (values.here && app.current()) args.chat = app.current();
    for (const name of KINDS[values.kind]) {
      if (name === "executed") args[name] = Boolean(values[name]);
      else if (values[name] !== "") args[name] = WORDS.has(name) ? values[name] : Number(values[name]);
    }
    store.do("fault", args).then(() => store.do("faults")).then((answer) => {
      store.faults = answer.faults ?? answer;
      store.emit("faults");
    }).catch(failed);
  };
  return form;
}

function armedList(store) {
  const faults = store.faults ?? [];
  if (!faults.length) return [h("p.detail", {}, t("nothingArmed"))];
  return [
    h("h4", {}, t("armed")),
    h("ul", {}, faults.map((fault) => {
      const { kind, method, error_code: code, seconds, triggered, times } = fault;
      const what = [t(`k_${kind}`), method, code, seconds > 0 && `${seconds} s`].filter(Boolean).join(" · ");
      return h("li", {}, h("b", {}, what), h("small", {}, t("triggered", { n: triggered, all: times })));
    })),
    h("button.plain", {
      onclick: () => store.do("clear_faults").then(() => {
        store.faults = [];
        store.emit("faults");
      }, failed),
    }, t("clearFaults")),
  ];
}

function events(store, app, close) {
  const run = (command, args) => () => store.do(command, args).then(() => toast(t("done")), failed);
  const button = (text, onclick) => h("button.choice", { onclick }, text);
  const me = fullName(store.person(store.me));
  const group = store.chats.get(app.group());
  const list = [];
  for (const bot of store.bots.values()) {
    const own = store.chats.get(`${store.me}:${bot.id}`);
    const command = own?.blocked ? "unblock" : "block";
    list.push(button(t(`e_${command}`, { who: me }), () => (close(), run(command, { user_id: store.me, bot_id: bot.id })())));
    if (!group?.members.some(({ user }) => user.id === bot.id)) continue;
    list.push(
      button(t("e_strip"), run("promote", { chat: group.key, target_id: bot.id, rights: [] })),
      button(t("e_grant"), run("promote", { chat: group.key, target_id: bot.id, rights: HOST_RIGHTS })),
      button(t("e_kick"), run("remove_from_group", { chat: group.key, target_id: bot.id, user_id: store.me })));
  }
  if (group?.type === "group") list.push(button(t("e_upgrade"), () => (close(), run("upgrade", { chat: group.key })())));
  const gone = Boolean(store.person(store.me)?.deactivated);
  list.push(button(t(gone ? "e_return" : "e_vanish", { who: me }), () => {
    close();
    run("change_person", { user_id: store.me, deactivated: !gone })();
  }));
  list.push(button(t("e_restart"), () => {
    close();
    toast(t("restarting"));
    store.do("restart", { down_for: DOWN_FOR }).catch(() => {});
  }));
  return h("div.events", {}, list);
}

/** Counts by name, nested to any depth. */
function drawCounts(store, element) {
  store.do("counts").then((counts) => {
    const rows = Object.entries(counts ?? {}).flatMap(([name, value]) => flat(name, value));
    const lines = rows.map(([name, n]) => h("tr", {}, h("td", {}, name), h("td", {}, String(n))));
    fill(element, lines.length === 0 ? h("p.detail", {}, t("noCounts")) : h("table", {}, h("tbody", {}, lines)));
  }, failed);
}

function flat(name, value) {
  if (value === null || typeof value !== "object") return [[name, value]];
  return Object.entries(value).flatMap(([inner, deeper]) => flat(`${name} · ${inner}`, deeper));
}
