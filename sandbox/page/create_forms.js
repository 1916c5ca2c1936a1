/** Forms that create people and groups, and the button that creates a ready group with people. */

import { HOST_RIGHTS } from "./admin_rights.js";
import { fullName } from "./avatar.js";
import { fill, h, write } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { failed } from "./toasts.js";
import { language, t } from "./translations.js";
import { ConnectionLost } from "./websocket.js";

const NAMES = {
  ru: ["Аня Вереск", "Борис Штерн", "Вера Лисицкая", "Глеб Орлов", "Даша Мороз", "Егор Соколов", "Жанна Ветрова",
    "Захар Ким", "Инна Гай", "Кирилл Полоз", "Лена Сорока", "Марк Левин", "Нина Зорина", "Олег Буров", "Полина Яр",
    "Роман Стриж", "Соня Маркес", "Тимур Алиев", "Ульяна Гром", "Фёдор Лис"],
  uk: ["Аня Верес", "Богдан Коваль", "Віра Лисенко", "Гліб Орленко", "Дарина Мороз", "Євген Сокіл", "Жанна Вітер",
    "Захар Кім", "Інна Гай", "Кирило Полоз", "Леся Сорока", "Марко Левченко", "Ніна Зоря", "Олег Буряк", "Поліна Яр",
    "Роман Стриж", "Софія Гончар", "Тимур Алієв", "Уляна Грім", "Федір Лис"],
};

/** What the link of a bot's private chat brings along for a game against computer players. */
const ALONE = "solo";

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

  /** Does a command; if the connection is lost meanwhile, waits for it and does it again. */
  async function persist(command, args) {
    for (;;) {
      try {
        return await store.do(command, args);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        await store.nextHello();
      }
    }
  }

  /** Does the work; starts it over if the server has begun a new world meanwhile. */
  async function inOneWorld(work) {
    for (;;) {
      const world = store.world;
      try {
        return await work();
      } catch (error) {
        if (store.world === world) throw error;
      }
    }
  }

  /** Adds as many people, by names that nobody has as long as there are some. */
  async function addPeople(count) {
    const known = new Set([...store.people.values()].map(fullName));
    const names = NAMES[language].filter((name) => !known.has(name)).concat(NAMES[language]);
    const people = [];
    for (const name of names.slice(0, count)) {
      const [first_name, last_name] = name.split(" ");
      people.push(await persist("add_person", { first_name, last_name, language_code: language }));
    }
    return people;
  }

  /** Creates one person, who asks the bot for a game against computer players. */
  async function playAlone() {
    const [person] = await addPeople(1);
    const bot = store.bots.values().next().value;
    await persist("start", { user_id: person.id, bot_id: bot.id, payload: ALONE });
    await app.viewAs(person.id);
    await app.openChat(store.privateWith(bot.id));
  }

  /** Creates people, a supergroup and the bot with its rights, and starts everybody's private chat. */
  async function gather(count) {
    const people = await addPeople(count);
    const [owner, ...others] = people;
    const chat = await persist("add_group", { title: t("partyTitle"), type: "supergroup", owner_id: owner.id });
    for (const person of others) await persist("join", { chat: chat.key, user_id: person.id });
    for (const bot of store.bots.values()) {
      for (const person of people) await persist("start", { user_id: person.id, bot_id: bot.id });
      for (const person of others) store.readNext(person.id, `${person.id}:${bot.id}`);
    }
    await seatBots(chat.key, owner.id);
    await app.viewAs(owner.id);
    await app.openChat(chat.key);
  }

  /** A button for work that takes a moment, with the label meanwhile; afterwards it can be used again. */
  function workButton(tag, label, work) {
    const button = h(tag, { disabled: store.bots.size === 0 }, t(label));
    button.onclick = async () => {
      button.disabled = true;
      write(button, t("gathering"));
      try {
        await inOneWorld(work);
      } catch (error) {
        failed(error);
      } finally {
        button.disabled = false;
        write(button, t(label));
      }
    };
    return button;
  }

  /** Asks for the number of people. */
  function gatherForm(tag, done = () => {}) {
    const many = h("input", { type: "range", min: 1, max: 20, value: 1, "aria-label": t("howMany") });
    const shown = h("output", {}, many.value);
    many.oninput = () => write(shown, many.value);
    const go = workButton(tag, "gather", () => gather(Number(many.value)).then(done));
    return [
      h("label.range", {}, h("span", {}, t("howMany"), " ", shown), many),
      go, h("p.detail", {}, store.bots.size ? t("gatherHint") : t("noBot")),
    ];
  }

  /** Shown while there are no people. */
  function welcome() {
    const element = h("main.welcome");
    let bots = -1;
    let world = -1;
    element.refresh = () => {
      if (bots === store.bots.size && world === store.world) return; // people arriving must not disturb the form
      bots = store.bots.size;
      world = store.world;
      fill(element, h("div.card", {},
        h("img", { src: "/page/favicon.svg", alt: "", width: 72, height: 72 }),
        h("h1", {}, t("welcome")), h("p", {}, t("welcomeText")),
        workButton("button.main.large.alone", "playAlone", playAlone),
        h("div.company", {}, gatherForm("button.wide.gather")),
        h("button.plain", { onclick: addPerson }, t("addPerson"))));
    };
    element.refresh();
    return element;
  }

  const addParty = () => openDialog(t("gather"), (close) => gatherForm("button.main.large.gather", close));

  return { addPerson, addGroup, addParty, welcome };
}
