/** A member of a group: the row in its list, their rights, and the dialog about a person. */

import { rightsForm } from "./admin_rights.js";
import { avatar, fullName, ofUser } from "./avatar.js";
import { h } from "./dom.js";
import { action, openDialog } from "./dialogs.js";
import { failed } from "./toasts.js";
import { when } from "./time.js";
import { t } from "./translations.js";

function statusLine(member) {
  if (member.status === "creator") return t("owner");
  if (member.status === "administrator") return t("admin");
  if (member.status !== "restricted") return member.user.is_bot ? t("bot") : t("member");
  return member.until_date ? `${t("mutedMember")} · ${when(member.until_date)}` : t("mutedMember");
}

/**
 * @param {import("./store.js").Store} store
 * @param {any} app
 */
export function memberDialogs(store, app) {
  const attempt = (promise) => promise.catch(failed);

  function editRights(chat, member) {
    const form = rightsForm(member.rights ?? []);
    const anonymous = h("input", { type: "checkbox", checked: Boolean(member.anonymous) });
    openDialog(t("rightsOf", { who: fullName(member.user) }), (close) => [
      form.element,
      !member.user.is_bot && h("label.check", {}, anonymous, t("is_anonymous")),
      member.user.is_bot && h("p.detail", {}, t("rightsHint")),
      h("div.actions", {}, h("button.main", {
        onclick: () => {
          close();
          const args = { chat: chat.key, target_id: member.user.id, rights: form.chosen() };
          attempt(store.do("promote", anonymous.checked ? { ...args, anonymous: true } : args));
        },
      }, t("done"))),
    ]);
  }

  function memberRow(chat, member, close) {
    const { user } = member;
    const actions = [];
    if (!user.is_bot && user.id !== store.me) {
      const become = { title: t("become", { who: fullName(user) }), onclick: () => (close(), app.viewAs(user.id)) };
      actions.push(h("button.plain", become, t("becomeTiny")));
    }
    if (member.status !== "creator") {
      actions.push(h("button.plain", { onclick: () => (close(), editRights(chat, member)) }, t("rights")));
      if (user.id !== store.me) {
        actions.push(h("button.plain.danger", {
          title: t("remove"), "aria-label": `${t("remove")}: ${fullName(user)}`,
          onclick: () => (close(), attempt(store.act("remove_from_group", { chat: chat.key, target_id: user.id }))),
        }, "✕"));
      }
    }
    return h("li.member", {}, avatar(ofUser(user), "small"),
      h("span", {}, h("b", {}, fullName(user)), h("small", {}, [member.tag, statusLine(member)].filter(Boolean).join(" · "))), actions);
  }

  function aboutPerson(user) {
    if (user.is_bot) return app.openChat(store.privateWith(user.id));
    return openDialog(fullName(user), (close) => [
      user.username && h("p.detail", {}, `@${user.username}`),
      h("div.actions.start", {}, user.id !== store.me && action(close, t("becomeShort"), () => app.viewAs(user.id))),
    ]);
  }

  return { memberRow, aboutPerson };
}
