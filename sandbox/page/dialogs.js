/** Dialogs: forms, alerts, confirmations, popup menus. */

import { fill, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { t } from "./translations.js";

/**
 * A dialog, closed with Esc, the cross, or a tap outside.
 * @param {string} title
 * @param {(close: () => void) => (Node | string | null | false)[]} content
 */
export function openDialog(title, content, kind = "") {
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
  openDialog("", (close) => [
    h("p.alert-text", {}, text),
    h("div.actions", {}, h("button.main", { onclick: close, autofocus: true }, t("ok"))),
  ], "alert");
}

/** A confirmation dialog. */
export function confirmBox(text, detail, action, onYes) {
  openDialog("", (close) => [
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

/** A dialog button that closes the dialog and then runs an action. */
export function action(close, label, then, kind = "") {
  return h(`button.plain${kind}`, { onclick: () => (close(), then()) }, label);
}
