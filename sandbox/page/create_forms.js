/** Forms that create people and groups, and the button that creates a ready group with people. */

import { HOST_RIGHTS } from "./admin_rights.js";
import { fullName } from "./avatar.js";
import { fill, h, write } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { failed } from "./toasts.js";
import { language, t } from "./translations.js";

const NAMES = {
  ru: ["Аня Вереск", "Борис Штерн", "Вера Лисицкая", "Глеб Орлов", "Даша Мороз", "Егор Соколов", "Жанна Ветрова",
    "Захар Ким", "Инна Гай", "Кирилл Полоз", "Лена Сорока", "Марк Левин", "Нина Зорина", "Олег Буров", "Полина Яр",
    "Роман Стриж", "Соня Маркес", "Тимур Алиев", "Ульяна Гром", "Фёдор Лис"],
  uk: ["Аня Верес", "Богдан Коваль", "Віра Лисенко", "Гліб Орленко", "Дарина Мороз", "Євген Сокіл", "Жанна Вітер",
    "Захар Кім", "Інна Гай", "Кирило Полоз", "Леся Сорока", "Марко Левченко", "Ніна Зоря", "Олег Буряк", "Поліна Яр",
    "Роман Стриж", "Софія Гончар", "Тимур Алієв", "Уляна Грім", "Федір Лис"],
};

const LANGUAGES = { ru: "Русский", uk: "Українська", en: "English" };

/** A select element: value → label. */
function select(name, options, chosen) {
  return h("select", { name }, Object.entries(options).map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

const label = (text, field) => h("label.field", {}, h("span", {}, text), field);

/** A form in a dialog; `submit` gets its values. */
function form(title, fields, submit) {
  openDialog(title, (close) => {
    const send = h("button.main", { type: "submit" }, t("create"));
    return [h("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        send.disabled = true;
        try {
          await submit(Object.fromEntries(new FormData(event.target)));
          close();
        } catch (error) {
          failed(error);
          send.disabled = false;
        }
      },
    }, fields, h("div.actions", {}, h("button.plain", { onclick: close }, t("cancel")), send))];
  });
}

/**
 * @param {import("./store.js").Store} store
 * @param {any} app
 */
export function createForms(store, app) {
  function addPerson() {
    form(t("addPerson"), [
      label(t("firstName"), h("input", { name: "first_name", required: true, maxLength: 64, autocomplete: "off" })),
      label(t("lastName"), h("input", { name: "last_name", maxLength: 64, autocomplete: "off" })),
      label(t("username"), h("input", { name: "username", maxLength: 32, pattern: "[A-Za-z][A-Za-z0-9_]{3,}", autocomplete: "off" })),
      label(t("personLanguage"), select("language_code", LANGUAGES, language)),
    ], async (values) => {
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      const person = await store.do("add_person", filled);
      if (store.me === null) await app.viewAs(person.id);
    });
  }

  function addGroup() {
    form(t("addGroup"), [
      label(t("groupTitle"), h("input", { name: "title", required: true, maxLength: 128, autocomplete: "off" })),
      label(t("kindOfGroup"), select("type", { supergroup: t("supergroup"), group: t("group") }, "supergroup")),
      h("label.check", {}, h("input", { type: "checkbox", name: "is_forum" }), t("withTopics")),
      h("label.check", {}, h("input", { type: "checkbox", name: "everyone", checked: true }), t("withEveryone")),
      h("label.check", {}, h("input", { type: "checkbox", name: "bot", checked: true }), t("withBot")),
    ], async ({ title, type, is_forum, everyone, bot }) => {
      const forum = Boolean(is_forum) && type === "supergroup";
      const chat = await store.do("add_group", { title, type, owner_id: store.me, ...(forum && { is_forum: true }) });
      if (everyone) await inviteEveryone(chat.key);
      if (bot) await seatBots(chat.key);
      await app.openChat(chat.key);
    });
  }

  async function inviteEveryone(key) {
    const others = [...store.people.values()].filter((person) => person.id !== store.me && !person.deactivated);
    await Promise.all(others.map((person) => store.do("join", { chat: key, user_id: person.id })));
  }

  async function seatBots(key, userId = store.me) {
    for (const bot of store.bots.values()) {
      await store.do("add_bot_to_group", { chat: key, bot_id: bot.id, user_id: userId, rights: HOST_RIGHTS });
    }
  }

  /** Creates people, a supergroup and the bot with its rights, and starts everybody's private chat. */
  async function gather(count) {
    const people = [];
    const known = new Set([...store.people.values()].map(fullName));
    const names = NAMES[language].filter((name) => !known.has(name)).concat(NAMES[language]);
    for (const name of names.slice(0, count)) {
      const [first_name, last_name] = name.split(" ");
      people.push(await store.do("add_person", { first_name, last_name, language_code: language }));
    }
    const [owner, ...others] = people;
    const chat = await store.do("add_group", { title: t("partyTitle"), type: "supergroup", owner_id: owner.id });
    for (const person of others) await store.do("join", { chat: chat.key, user_id: person.id });
    for (const bot of store.bots.values()) for (const person of people) await store.do("start", { user_id: person.id, bot_id: bot.id });
    await seatBots(chat.key, owner.id);
    await app.viewAs(owner.id);
    await app.openChat(chat.key);
  }

  /** Asks for the number of people. */
  function gatherForm(done = () => {}) {
    const many = h("input", { type: "range", min: 4, max: 20, value: 10, "aria-label": t("howMany") });
    const shown = h("output", {}, "10");
    many.oninput = () => write(shown, many.value);
    const go = h("button.main.large", { disabled: store.bots.size === 0 }, t("gather"));
    go.onclick = async () => {
      go.disabled = true;
      write(go, t("gathering"));
      try {
        await gather(Number(many.value));
        done();
      } catch (error) {
        failed(error);
        go.disabled = false;
        write(go, t("gather"));
      }
    };
    return [
      h("label.range", {}, h("span", {}, t("howMany"), " ", shown), many),
      go, h("p.detail", {}, store.bots.size ? t("gatherHint") : t("noBot")),
    ];
  }

  /** Shown while there are no people. */
  function welcome() {
    const element = h("main.welcome");
    let bots = -1;
    element.refresh = () => {
      if (bots === store.bots.size) return; // people arriving must not disturb the form
      bots = store.bots.size;
      fill(element, h("div.card", {},
        h("img", { src: "/page/favicon.svg", alt: "", width: 72, height: 72 }),
        h("h1", {}, t("welcome")), h("p", {}, t("welcomeText")),
        gatherForm(),
        h("button.plain", { onclick: addPerson }, t("addPerson"))));
    };
    element.refresh();
    return element;
  }

  const addParty = () => openDialog(t("gather"), (close) => gatherForm(close));

  return { addPerson, addGroup, addParty, welcome };
}
