/** Line icons on a 24 × 24 grid. */

import { h } from "./dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9l6 6 6-6",
  send: "M5 12h13M12 5l7 7-7 7",
  slash: "M15 5L9 19",
  clip: "M20 11.500l-8 8a5 5 0 01-7-7l8.500-8.500a3.300 3.300 0 014.700 4.700L9.700 17.200a1.700 1.700 0 01-2.400-2.400L15 7.100",
  pin: "M9 4h6l-1 6 3.500 3.500h-11L10 10zM12 13.500V20",
  plus: "M12 5v14M5 12h14",
  window: "M13 5h6v6M19 5l-8 8M17 14v5H5V7h5",
  columns: "M4 5h16v14H4zM14 5v14",
  bolt: "M13 3L5 14h6l-1 7 8-11h-6z",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800",
  moon: "M19.500 14.500A8 8 0 019.500 4.500a8 8 0 1010 10z",
  auto: "M12 4a8 8 0 100 16zM12 4a8 8 0 010 16",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  reply: "M10 6L4 12l6 6M4 12h10a6 6 0 016 6",
  link: "M7 17L17 7M9 7h8v8",
  people: "M9 5a3.500 3.500 0 100 7 3.500 3.500 0 000-7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 5.500a3 3 0 010 6M18 14.500c2 .8 3.200 2.700 3.500 5.500",
  talk: "M4 5h16v11H10l-5 4v-4H4z",
  muted: "M4 10v4h4l5 4V6L8 10zM17 9.500l4 5M21 9.500l-4 5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
};

/** A button with an icon only; its label is a tooltip and for screen readers. */
export function iconButton(name, label, onclick, classes = "plain") {
  return h(`button.${classes}`, { title: label, "aria-label": label, onclick }, icon(name));
}

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
