/** Photos and files, and placeholders for other media. */

import { h } from "./dom.js";
import { address } from "./file_url.js";
import { icon } from "./icons.js";
import { t } from "./translations.js";

/** What kinds a message can carry, with a sign for lists and quotes. */
const KINDS = [
  ["photo", "🖼"], ["document", "📎"], ["sticker", ""], ["voice", "🎙"], ["video_note", "⏺"], ["animation", "🎞"],
  ["video", "🎬"], ["audio", "🎵"], ["poll", "📊"], ["dice", "🎲"], ["location", "📍"], ["contact", "👤"],
];

/** @returns {string | undefined} */
export function kindOf(message) {
  return KINDS.find(([kind]) => message[kind] !== undefined && message[kind] !== null)?.[0];
}

/** “🖼 Фото”, “📎 report.xlsx”: for the list of chats, quotes and the pin. */
export function mediaLine(message) {
  const kind = kindOf(message);
  if (!kind) return "";
  const sign = kind === "sticker" ? message.sticker.emoji ?? "" : KINDS.find(([name]) => name === kind)[1];
  const name = kind === "document" ? message.document.file_name : kind === "poll" ? message.poll.question : undefined;
  return `${sign} ${name || t(`kind_${kind}`)}`.trim();
}

/** The part of a bubble that shows an attachment. */
export function media(message) {
  const kind = kindOf(message);
  switch (kind) {
    case undefined:
      return null;
    case "photo":
      return photo(message);
    case "document":
      return file(message.document);
    case "sticker":
      return h("div.sticker", { role: "img", "aria-label": t("kind_sticker") }, message.sticker.emoji || "🎭");
    case "dice":
      return h("div.sticker", {}, `${message.dice.emoji} ${message.dice.value}`);
    case "voice":
    case "audio":
      return sound(message[kind]);
    case "video_note":
      return h("div.round-video", { role: "img", "aria-label": t("kind_video_note") }, "▶");
    case "poll":
      return h("div.poll", {}, h("b", {}, message.poll.question), h("ul", {}, message.poll.options.map((o) => h("li", {}, o.text))));
    default:
      return h("div.unshown", {}, mediaLine(message));
  }
}

function photo(message) {
  const size = message.photo.at(-1);
  const picture = h("img", { src: address(size), alt: message.caption || t("kind_photo"), loading: "lazy", draggable: false });
  if (size.width && size.height) {
    picture.width = size.width;
    picture.height = size.height;
  }
  const frame = h("button.photo", { title: t("enlarge") }, picture);
  if (message.has_media_spoiler) frame.classList.add("covered");
  frame.onclick = () => {
    if (frame.classList.contains("covered")) frame.classList.remove("covered");
    else enlarge(address(size), picture.alt);
  };
  return frame;
}

function enlarge(source, alt) {
  const dialog = h("dialog.picture", { "aria-label": t("kind_photo") }, h("img", { src: source, alt }));
  dialog.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

function bytes(size) {
  if (!size) return "";
  if (size < 1024) return t("bytes", { n: size });
  if (size < 1024 * 1024) return t("kilobytes", { n: Math.round(size / 1024) });
  return t("megabytes", { n: (size / 1024 / 1024).toFixed(1) });
}

function file(document) {
  const name = document.file_name || t("kind_document");
  return h("a.file", { href: address(document), download: name },
    h("span.round", {}, icon("file")),
    h("span", {}, h("b", {}, name), h("small", {}, [bytes(document.file_size), t("download")].filter(Boolean).join(" · "))));
}

/** A made-up waveform, constant per file. */
function sound(voice) {
  const bars = [...String(voice.file_id ?? "voice").repeat(4)].slice(0, 28).map((letter) => {
    const bar = h("i");
    bar.style.height = `${20 + (letter.codePointAt(0) * 37) % 80}%`;
    return bar;
  });
  const seconds = voice.duration ?? 0;
  return h("div.sound", { role: "img", "aria-label": t("kind_voice") },
    h("span.round", {}, "▶"),
    h("span.wave", {}, bars),
    h("small", {}, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`));
}
