/** Admin rights: their names, those that a bot is given, and checkboxes for them. */

import { h } from "./dom.js";
import { t } from "./translations.js";

const RIGHTS = [
  "can_delete_messages", "can_restrict_members", "can_pin_messages", "can_manage_tags", "can_invite_users",
  "can_manage_chat", "can_change_info", "can_manage_topics", "can_promote_members",
];
/** The rights that a bot gets when the page adds it to a group: those that a game host asks for. */
export const HOST_RIGHTS = ["can_manage_chat", "can_delete_messages", "can_restrict_members", "can_pin_messages", "can_manage_tags"];

/** Checkboxes for rights. @returns {{element: HTMLElement, chosen: () => string[]}} */
export function rightsForm(has) {
  const boxes = RIGHTS.map((name) => [name, h("input", { type: "checkbox", checked: has.includes(name) })]);
  return {
    element: h("div.rights", {}, boxes.map(([name, box]) => h("label", {}, box, t(name)))),
    chosen: () => boxes.filter(([, box]) => box.checked).map(([name]) => name),
  };
}
