/** Toasts and dialogs. */

import { Lost } from "./connection.js";
import { fill, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { knows, t } from "./translations.js";

const SHOWN_FOR = 3500;
const MOST = 2;

export function toast(text, kind = "") {
  const element = h(`div.toast${kind ? `.${kind}` : ""}`, {}, text);
  const all = document.querySelector("#toasts");
  all.append(element);
  while (all.children.length > MOST) all.firstElementChild.remove();
  if (all.matches(":popover-open")) all.hidePopover();
  all.showPopover(); // above any window that is open
  setTimeout(() => element.remove(), SHOWN_FOR + text.length * 25);
}

/** After a switch of person: removes the toasts of the previous one. */
export function clearToasts() {
  fill(document.querySelector("#toasts"));
}

/** Shows an error: translates the sandbox's error code. */
export function failed(error) {
  const reason = `x_${error.message.split(":")[0]}`;
  toast(error instanceof Lost ? t("lostShort") : knows(reason) ? t(reason) : error.message, "bad");
}

/**
 * A dialog, closed with Esc, the cross, or a tap outside.
 * @param {string} title
 * @param {(close: () => void) => (Node | string | null | false)[]} content
 */
export function sheet(title, content, kind = "") {
  const dialog = h(`dialog.sheet${kind ? `.${kind}` : ""}`, { "aria-label": title || t("ok") });
  const close = () => dialog.close();
  if (title) {
    dialog.append(h("header", {}, h("h2", {}, title), iconButton("close", t("close"), close)));
  }
  const body = h("div.sheet-body", {}, ...content(close));
  dialog.append(body);
  dialog.addEventListener("click", ({ target }) => target === dialog && close());
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  return { close, refill: () => fill(body, ...content(close)), dialog };
}

/** The alert of a callback answer. */
export function alertBox(text) {
  sheet("", (close) => [
    h("p.alert-text", {}, text),
    h("div.actions", {}, h("button.main", { onclick: close, autofocus: true }, t("ok"))),
  ], "alert");
}

/** A confirmation dialog. */
export function confirmBox(text, detail, action, onYes) {
  sheet("", (close) => [
    h("p.alert-text", {}, text),
    detail && h("p.detail", {}, detail),
    h("div.actions", {},
      h("button.plain", { onclick: close }, t("cancel")),
      h("button.main", { onclick: () => (close(), onYes()), autofocus: true }, action)),
  ], "alert");
}

/** A small menu at the pointer. @param {[string, () => void, string?][]} entries */
export function popup(event, entries) {
  if (!entries.length) return;
  event.preventDefault();
  const menu = h("dialog.popup", {}, entries.map(([label, onclick, kind]) =>
    h(`button${kind ? `.${kind}` : ""}`, { onclick: () => (menu.close(), onclick()) }, label)));
  menu.addEventListener("click", ({ target }) => target === menu && menu.close());
  menu.onclose = () => menu.remove();
  document.body.append(menu);
  menu.showModal();
  const box = menu.getBoundingClientRect();
  const anchor = event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : event.target.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(anchor.x, innerWidth - box.width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(anchor.y, innerHeight - box.height - 8))}px`;
}
