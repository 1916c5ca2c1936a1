/** Preferences in the browser's storage; without storage they are not kept. */

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
    // storage is forbidden
  }
}
