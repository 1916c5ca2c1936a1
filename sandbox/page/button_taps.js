/** Taps on inline buttons: sends the callback query and shows the bot's answer. */

import { alertBox } from "./dialogs.js";
import { failed, toast } from "./toasts.js";
import { t } from "./translations.js";

const REMEMBERED = 50;

/**
 * @param {import("./store.js").Store} store
 * @param {{follow: (url: string) => Promise<void>}} app
 */
export function buttonTaps(store, app) {
  const waiting = new Map(); // query id → resolve
  const early = new Map(); // by query id: answers that came before the result of `tap`
  let inFlight = 0;

  function show({ text, alert, url }) {
    if (text && alert) alertBox(text);
    else if (text) toast(text);
    if (url) app.follow(url);
  }

  store.on("toast", (answer) => {
    const resolve = waiting.get(answer.query_id);
    if (resolve) {
      waiting.delete(answer.query_id);
      show(answer);
      resolve();
    } else if (inFlight) {
      early.set(answer.query_id, answer);
      if (early.size > REMEMBERED) early.delete(early.keys().next().value);
    }
  });
  store.on("connection", () => {
    for (const resolve of waiting.values()) resolve();
    waiting.clear();
  });

  async function ask(chat, message, where) {
    inFlight += 1;
    try {
      const { query_id: id, url } = await store.act("tap", { chat, message_id: message.message_id, ...where });
      if (url) return app.follow(url);
      if (early.has(id)) {
        show(early.get(id));
        early.delete(id);
        return undefined;
      }
      return await new Promise((resolve) => waiting.set(id, resolve));
    } catch (error) {
      return failed(error);
    } finally {
      inFlight -= 1;
    }
  }

  /** Without row and column: a button inside a rich message. */
  return async function press(chat, message, button, row, column) {
    if (button.url) return app.follow(button.url);
    if (button.copy_text) {
      return navigator.clipboard?.writeText(button.copy_text.text).then(() => toast(t("copied")), failed);
    }
    if (button.callback_data === undefined || button.callback_data === null) return toast(t("notSupported"));
    return ask(chat, message, row === undefined ? { data: button.callback_data } : { row, column });
  };
}
