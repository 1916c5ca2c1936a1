/** Badges: the number of unread messages beside a chat, a person or a tab. */

import { write } from "./dom.js";

/** Shows the number in the element; hides the element at zero. */
export function badge(element, n) {
  if (element.hidden !== !n) element.hidden = !n;
  write(element, n > 99 ? "99+" : n ? String(n) : "");
}
