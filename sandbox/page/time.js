/** Times, dates, and relative times that update themselves. */

import { h } from "./dom.js";
import { language, t } from "./translations.js";

const LOCALE = { ru: "ru-RU", uk: "uk-UA" };
const formats = new Map();

function format(name, options) {
  const key = `${language}.${name}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(LOCALE[language], options));
  return formats.get(key);
}

const at = (unix) => new Date(unix * 1000);

export const clock = (unix) => format("clock", { hour: "2-digit", minute: "2-digit" }).format(at(unix));
export const dayKey = (unix) => at(unix).toDateString();

export function day(unix) {
  const then = at(unix);
  const now = new Date();
  if (then.toDateString() === now.toDateString()) return t("today");
  const sameYear = then.getFullYear() === now.getFullYear();
  return sameYear
    ? format("day", { day: "numeric", month: "long" }).format(then)
    : format("dayYear", { day: "numeric", month: "long", year: "numeric" }).format(then);
}

/** A time of day, with the date when it is not today. */
export const when = (unix) => (dayKey(unix) === new Date().toDateString() ? clock(unix) : `${day(unix)}, ${clock(unix)}`);

/** For the list of chats: the time today, else the date. */
export function stamp(unix) {
  if (dayKey(unix) === new Date().toDateString()) return clock(unix);
  return format("stamp", { day: "2-digit", month: "2-digit" }).format(at(unix));
}

const two = (number) => String(number).padStart(2, "0");

/** “in 0:45”, “5 minutes ago”: exact near the moment, coarse far from it. */
export function relative(unix, now = Date.now() / 1000) {
  const left = Math.round(unix - now);
  if (left > 0 && left < 3600) return t("inTime", { time: `${Math.floor(left / 60)}:${two(left % 60)}` });
  if (left > 0 && left < 86400) {
    return t("inTime", { time: `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}` });
  }
  const words = new Intl.RelativeTimeFormat(LOCALE[language], { numeric: "auto" });
  if (left === 0) return t("now");
  if (left > -60 && left < 0) return words.format(left, "second");
  if (left > -3600 && left < 0) return words.format(Math.ceil(left / 60), "minute");
  if (Math.abs(left) < 86400) return words.format(Math.trunc(left / 3600), "hour");
  return words.format(Math.trunc(left / 86400), "day");
}

/** The parts a bot asks for: `w` weekday, `d`/`D` short or long date, `t`/`T` time without or with seconds. */
function composed(unix, wish) {
  const options = {};
  if (wish.includes("w")) options.weekday = wish.includes("D") ? "long" : "short";
  if (wish.includes("d")) Object.assign(options, { day: "2-digit", month: "2-digit", year: "numeric" });
  if (wish.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  if (/t/i.test(wish)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
  if (wish.includes("T")) options.second = "2-digit";
  return format(`wish.${wish}`, options).format(at(unix));
}

/**
 * A moment within a text: format `r` updates itself, others are constant.
 * @param {string} fallback the text that the bot wrote for those who cannot show it
 */
export function moment(unix, wish, fallback) {
  const element = h("time.moment", { dateTime: at(unix).toISOString(), title: when(unix) });
  if (wish?.includes("r")) {
    element.dataset.unix = String(unix);
    element.classList.add("live");
    element.textContent = relative(unix);
    mark(element, unix);
  } else element.textContent = wish && /[wdt]/i.test(wish) ? composed(unix, wish) : fallback;
  return element;
}

function mark(element, unix) {
  const left = unix - Date.now() / 1000;
  element.classList.toggle("soon", left > 0 && left <= 10);
  element.classList.toggle("past", left <= 0);
}

setInterval(() => {
  for (const element of document.querySelectorAll("time.live")) {
    const text = relative(Number(element.dataset.unix));
    if (element.textContent !== text) element.textContent = text;
    mark(element, Number(element.dataset.unix));
  }
}, 500);
