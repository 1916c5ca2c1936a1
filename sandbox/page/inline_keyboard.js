/** The buttons under a message. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./translations.js";

const LONGEST_SPIN = 15_000;

/**
 * @param {{inline_keyboard: any[][]}} markup
 * @param {(button: any, row: number, column: number) => Promise<void> | void} press
 */
export function keyboard(markup, press) {
  const rows = markup.inline_keyboard.map((row, r) => h("div.row", {}, row.map((button, c) => key(button, () => press(button, r, c)))));
  return h("div.keys", { role: "group", "aria-label": t("buttons") }, rows);
}

/** The class of a button's colour; unknown ones look plain. */
export function styleOf(button) {
  return ["danger", "success", "primary"].includes(button.style) ? `.${button.style}` : "";
}

function key(button, press) {
  const element = h(`button.key${styleOf(button)}`, { disabled: Boolean(button.disabled), title: button.url }, h("span", {}, button.text));
  if (button.url) element.append(icon("link"));
  if (button.copy_text) element.append(icon("copy"));
  element.onclick = async () => {
    if (element.classList.contains("busy")) return;
    element.classList.add("busy");
    const stop = () => element.classList.remove("busy");
    const late = setTimeout(stop, LONGEST_SPIN);
    try {
      await press();
    } finally {
      clearTimeout(late);
      stop();
    }
  };
  return element;
}
