/** Dialogs about a group or a bot: its members, actions. */

import { HOST_RIGHTS, rightsForm } from "./admin_rights.js";
import { avatar, fullName, ofChat, ofUser } from "./avatar.js";
import { h } from "./dom.js";
import { action, openDialog } from "./dialogs.js";
import { memberDialogs } from "./member_dialogs.js";
import { failed } from "./toasts.js";
import { counted, t } from "./translations.js";

/**
 * @param {import("./store.js").Store} store
 * @param {any} app
 */
export function infoDialogs(store, app) {
  const attempt = (promise) => promise.catch(failed);
  const { memberRow, aboutPerson } = memberDialogs(store, app);

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
    aboutPerson,
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
