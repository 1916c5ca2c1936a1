/** What this browser remembers between visits. A browser that forbids storage forgets, nothing worse. */

const PREFIX = "omerta.";

export function recall(name, otherwise) {
  try {
    return localStorage.getItem(PREFIX + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, String(value));
  } catch {
    // private mode: fine
  }
}

export const THEMES = ["auto", "light", "dark"];

/** @param {"auto" | "light" | "dark"} theme */
export function wear(theme) {
  remember("theme", theme);
  document.documentElement.dataset.theme = theme;
}

export function theme() {
  const known = recall("theme", "auto");
  return THEMES.includes(known) ? known : "auto";
}
