/** Dialogs about a group, a bot or a person: members, rights, actions. */

import { HOST_RIGHTS, rightsForm } from "./admin_rights.js";
import { avatar, fullName, ofChat, ofUser } from "./avatar.js";
import { h } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { failed } from "./toasts.js";
import { when } from "./time.js";
import { counted, t } from "./translations.js";

function statusLine(member) {
  if (member.status === "creator") return t("owner");
  if (member.status === "administrator") return t("admin");
  if (member.status !== "restricted") return member.user.is_bot ? t("bot") : t("member");
  return member.until_date ? `${t("mutedMember")} · ${when(member.until_date)}` : t("mutedMember");
}

/** A dialog button that closes the dialog and then runs an action. */
function action(close, label, then, kind = "") {
  return h(`button.plain${kind}`, { onclick: () => (close(), then()) }, label);
}

/**
 * @param {import("./store.js").Store} store
 * @param {any} app
 */
export function infoDialogs(store, app) {
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

  function invite(chat) {
    const here = new Set(chat.members.map(({ user }) => user.id));
    const out = [...store.people.values()].filter((person) => !here.has(person.id) && !person.deactivated);
    const join = (person) => attempt(store.do("join", { chat: chat.key, user_id: person.id }));
    openDialog(t("invite"), (close) => out.length === 0 ? [h("p.detail", {}, t("everyoneHere"))] : [
      h("button.wide.main", { onclick: () => (close(), out.forEach(join)) }, t("inviteAll")),
      ...out.map((person) => h("button.choice", {
        onclick: (event) => (event.currentTarget.remove(), join(person)),
      }, avatar(ofUser(person), "small"), fullName(person))),
    ]);
  }

  function addTopic(chat) {
    const name = h("input", { required: true, maxLength: 128, "aria-label": t("topicName"), placeholder: t("topicName") });
    openDialog(t("addTopic"), (close) => [h("form", {
      onsubmit: (event) => {
        event.preventDefault();
        close();
        attempt(store.do("add_topic", { chat: chat.key, name: name.value }));
      },
    }, name, h("div.actions", {}, h("button.main", { type: "submit" }, t("create"))))]);
  }

  function aboutGroup(chat) {
    const missing = [...store.bots.values()].filter((bot) => !chat.members.some(({ user }) => user.id === bot.id));
    const { key } = chat;
    openDialog(chat.title, (close) => [
      h("p.detail", {}, `${t(chat.type)} · ${counted("members", chat.members.length)}`),
      h("div.actions.start", {},
        action(close, t("invite"), () => invite(chat)),
        missing.map((bot) => action(close, `${t("addBot")}: ${fullName(bot)}`, () => app.addBot(bot, { chat: key }))),
        chat.is_forum && action(close, t("addTopic"), () => addTopic(chat)),
        chat.type === "group" && action(close, t("upgrade"), () => attempt(store.do("upgrade", { chat: key }))),
        action(close, t("leave"), () => attempt(store.act("leave", { chat: key })), ".danger")),
      h("ul.members", {}, chat.members.map((member) => memberRow(chat, member, close))),
    ], "tall");
  }

  function aboutBot(chat) {
    const bot = store.bots.get(chat.bot_id);
    openDialog(fullName(bot), (close) => [
      h("p.detail", {}, `@${bot?.username ?? ""} · ${t("bot")}`),
      h("div.actions.start", {},
        action(close, t("addBotToGroup"), () => app.addBot(bot, {})),
        chat.blocked
          ? action(close, t("unblock"), () => attempt(store.act("unblock", { bot_id: bot.id })))
          : action(close, t("block"), () => attempt(store.act("block", { bot_id: bot.id })), ".danger")),
    ]);
  }

  return {
    aboutChat(key) {
      const chat = store.chats.get(key);
      if (!chat) return;
      if (chat.type === "private") aboutBot(chat);
      else aboutGroup(chat);
    },
    aboutPerson(user) {
      if (user.is_bot) return app.openChat(store.privateWith(user.id));
      return openDialog(fullName(user), (close) => [
        user.username && h("p.detail", {}, `@${user.username}`),
        h("div.actions.start", {}, user.id !== store.me && action(close, t("becomeShort"), () => app.viewAs(user.id))),
      ]);
    },
    /** Asks for the group and the rights. */
    addBot(bot, { chat, payload, rights = HOST_RIGHTS }) {
      const groups = [...store.chats.values()].filter(({ type }) => type !== "private");
      const form = rightsForm(rights.length ? rights : HOST_RIGHTS);
      openDialog(t("addBotTitle", { who: fullName(bot) }), (close) => {
        const into = (key) => {
          close();
          const chosen = form.chosen();
          attempt(store.act("add_bot_to_group", {
            chat: key, bot_id: bot.id, ...(chosen.length && { rights: chosen }), ...(payload && { start_payload: payload }),
          }).then(() => app.openChat(key)));
        };
        const choices = groups.filter(({ key }) => !chat || key === chat);
        return [form.element, h("p.detail", {}, t("rightsHint")), ...choices.map((group) =>
          h("button.choice", { onclick: () => into(group.key) }, avatar(ofChat(group, store), "small"), group.title))];
      });
    },
  };
}
