/** What a tap on a link does: starts a bot, shows a message, adds a bot to a group, or opens a new tab. */

import { confirmBox } from "./dialogs.js";
import { failed, toast } from "./toasts.js";
import { t } from "./translations.js";

/**
 * @typedef {{kind: "start", username: string, payload: string}
 *   | {kind: "startgroup", username: string, payload: string, rights: string[]}
 *   | {kind: "name", username: string, messageId: number | null}
 *   | {kind: "message", chat: string, messageId: number}
 *   | {kind: "user", id: number} | {kind: "outside", url: string} | {kind: "unknown", url: string}} Target
 */

/** @param {string} address @returns {Target} */
export function targetOf(address) {
  let url;
  try {
    url = new URL(/^[a-z][a-z+.-]*:/i.test(address) ? address : `https://${address}`);
  } catch {
    return { kind: "unknown", url: address };
  }
  if (url.protocol === "tg:") return ofScheme(url, address);
  if (!["http:", "https:"].includes(url.protocol)) return { kind: "unknown", url: address };
  if (!/^(www\.)?(t|telegram)\.me$/i.test(url.hostname)) return { kind: "outside", url: url.href };
  const path = url.pathname.split("/").filter(Boolean);
  if (path[0] === "c" && path.length >= 3) return { kind: "message", chat: `-100${path[1]}`, messageId: Number(path.at(-1)) };
  if (!path.length) return { kind: "outside", url: url.href };
  return ofName(path[0], url.searchParams, path.length > 1 ? Number(path.at(-1)) : null);
}

function ofScheme(url, address) {
  const what = url.hostname || url.pathname.replace(/^\/+/, "");
  if (what === "user") return { kind: "user", id: Number(url.searchParams.get("id")) };
  if (what === "resolve") return ofName(url.searchParams.get("domain") ?? "", url.searchParams, null);
  return { kind: "unknown", url: address };
}

function ofName(username, search, messageId) {
  if (search.has("startgroup")) {
    const rights = (search.get("admin") ?? "").split(/[+ ]/).filter(Boolean).map((right) => `can_${right.replace(/^can_/, "")}`);
    return { kind: "startgroup", username, payload: search.get("startgroup") ?? "", rights };
  }
  if (search.has("start")) return { kind: "start", username, payload: search.get("start") ?? "" };
  return { kind: "name", username, messageId };
}

const same = (a, b) => a?.toLowerCase() === b.toLowerCase();

/**
 * @param {import("./store.js").Store} store
 * @param {{openChat: (key: string, messageId?: number) => Promise<void>, addBot: (bot: any, wish: any) => void,
 *   aboutPerson: (user: any) => void}} app
 */
export function linkOpener(store, app) {
  const bot = (username) => [...store.bots.values()].find((known) => same(known.username, username));

  async function start(found, payload) {
    await app.openChat(store.privateWith(found.id));
    await store.act("start", { bot_id: found.id, ...(payload && { payload }) });
    await app.openChat(store.privateWith(found.id));
  }

  async function go(address) {
    const target = targetOf(address);
    switch (target.kind) {
      case "start": {
        const found = bot(target.username);
        return found ? start(found, target.payload) : toast(t("linkUnknown", { url: address }));
      }
      case "startgroup": {
        const found = bot(target.username);
        return found ? app.addBot(found, target) : toast(t("linkUnknown", { url: address }));
      }
      case "name": {
        const found = bot(target.username);
        if (found) return app.openChat(store.privateWith(found.id));
        const chat = [...store.chats.values()].find((known) => same(known.username, target.username));
        if (chat) return app.openChat(chat.key, target.messageId ?? undefined);
        const person = [...store.people.values()].find((known) => same(known.username, target.username));
        return person ? app.aboutPerson(person) : toast(t("linkUnknown", { url: address }));
      }
      case "message":
        if (store.chats.has(target.chat)) return app.openChat(target.chat, target.messageId);
        return toast(t("messageGone"));
      case "user":
        return store.person(target.id) ? app.aboutPerson(store.person(target.id)) : undefined;
      case "outside":
        return confirmBox(t("openLink"), target.url, t("open"), () => window.open(target.url, "_blank", "noopener,noreferrer"));
      default:
        return toast(t("linkUnknown", { url: address }));
    }
  }

  return (address) => Promise.resolve(go(address)).catch(failed);
}
