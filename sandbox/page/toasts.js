/** Toasts: short notices that disappear by themselves. */

import { ConnectionLost } from "./websocket.js";
import { fill, h } from "./dom.js";
import { knows, t } from "./translations.js";

const SHOWN_FOR = 3500;
const MOST = 2;

export function toast(text, kind = "") {
  const element = h(`div.toast${kind ? `.${kind}` : ""}`, {}, text);
  const all = document.querySelector("#toasts");
  all.append(element);
  while (all.children.length > MOST) all.firstElementChild.remove();
  if (all.matches(":popover-open")) all.hidePopover();
  all.showPopover(); // above any open dialog
  setTimeout(() => element.remove(), SHOWN_FOR + text.length * 25);
}

/** After a switch of person: removes the toasts of the previous one. */
export function clearToasts() {
  fill(document.querySelector("#toasts"));
}

/** Shows an error: translates the sandbox's error code. */
export function failed(error) {
  const reason = `x_${error.message.split(":")[0]}`;
  toast(error instanceof ConnectionLost ? t("lostShort") : knows(reason) ? t(reason) : error.message, "bad");
}
