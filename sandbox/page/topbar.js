/** Speed of time, language, theme, faults. */

import { h, write } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { openFaultPanel } from "./fault_panel.js";
import { remember } from "./preferences.js";
import { applyTheme, theme, THEMES } from "./theme.js";
import { failed } from "./toasts.js";
import { language, t } from "./translations.js";

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200];
const THEME_ICONS = { auto: "auto", light: "sun", dark: "moon" };

/**
 * @param {import("./store.js").Store} store
 * @param {any} app
 */
export function topbar(store, app) {
  const speed = h("select.speed", { title: t("speed"), "aria-label": t("speed") });
  const drawSpeed = () => {
    const all = SPEEDS.includes(store.speed) ? SPEEDS : [...SPEEDS, store.speed].sort((a, b) => a - b);
    speed.textContent = "";
    for (const value of all) speed.append(h("option", { value, selected: value === store.speed }, `×${value}`));
  };
  speed.onchange = () => store.do("set_speed", { speed: Number(speed.value) }).catch((error) => (failed(error), drawSpeed()));
  store.on("speed", drawSpeed);
  drawSpeed();

  const languages = h("select.language", { title: t("languageName"), "aria-label": t("languageName") },
    h("option", { value: "ru", selected: language === "ru" }, "RU"), h("option", { value: "uk", selected: language === "uk" }, "UA"));
  languages.onchange = () => {
    remember("language", languages.value);
    location.reload();
  };

  const themes = h("button.plain.theme");
  const drawTheme = () => {
    const label = `${t("theme")}: ${t(`theme_${theme()}`)}`;
    themes.title = label;
    themes.setAttribute("aria-label", label);
    themes.replaceChildren(icon(THEME_ICONS[theme()]));
  };
  themes.onclick = () => {
    applyTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    drawTheme();
  };
  drawTheme();

  const split = iconButton("columns", t("sideBySide"), () => app.toggleSplit(), "plain.split-toggle");
  const count = h("span.badge", { hidden: true });
  const panel = iconButton("bolt", t("panel"), () => openFaultPanel(store, app), "plain.panel-toggle");
  panel.append(count);
  store.on("faults", () => {
    const armed = store.faults.filter((fault) => (fault.left ?? fault.times - (fault.triggered ?? 0)) > 0).length;
    count.hidden = !armed;
    write(count, armed ? String(armed) : "");
  });
  const lost = h("div.lost", { role: "status", hidden: true }, t("lost"));
  let wait = 0;
  store.on("connection", (up) => {
    clearTimeout(wait);
    if (up) lost.hidden = true;
    else wait = setTimeout(() => (lost.hidden = false), 400);
  });
  const mark = h("img", { src: "/page/favicon.svg", alt: "", width: 28, height: 28 });
  const element = h("header.topbar", {},
    h("a.brand", { href: "/", title: "Omertà" }, mark, h("b", {}, "Omertà")),
    h("span.gap"), speed, languages, split, themes, panel);
  return { element, lost, split };
}
