/** The theme: light, dark, or as the system has it. Its colours are in theme.css. */

import { recall, remember } from "./preferences.js";

export const THEMES = ["auto", "light", "dark"];

/** @param {"auto" | "light" | "dark"} theme */
export function applyTheme(theme) {
  remember("theme", theme);
  document.documentElement.dataset.theme = theme;
}

export function theme() {
  const known = recall("theme", "auto");
  return THEMES.includes(known) ? known : "auto";
}
