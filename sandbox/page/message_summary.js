/** One-line texts of messages: service messages, and previews for lists, quotes and the pinned message. */

import { fullName } from "./avatar.js";
import { mediaLine } from "./media.js";
import { richPreview } from "./rich_message.js";
import { t } from "./translations.js";

const names = (users) => users.map(fullName).join(", ");

/** @returns {string | null} the line in the middle of the chat, or null for an ordinary message */
export function serviceLine(message) {
  const who = fullName(message.from);
  if (message.new_chat_members) {
    const self = message.new_chat_members.length === 1 && message.new_chat_members[0].id === message.from?.id;
    return self ? t("s_joined", { who }) : t("s_added", { who, whom: names(message.new_chat_members) });
  }
  if (message.left_chat_member) {
    const whom = fullName(message.left_chat_member);
    return message.left_chat_member.id === message.from?.id ? t("s_left", { who }) : t("s_removed", { who, whom });
  }
  if (message.group_chat_created || message.supergroup_chat_created) return t("s_created", { title: message.chat?.title ?? "" });
  if (message.new_chat_title) return t("s_title", { title: message.new_chat_title });
  if (message.pinned_message) return t("s_pinned", { who, text: short(preview(message.pinned_message)) });
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return t("s_upgraded");
  if (message.forum_topic_created) return t("s_topic", { name: message.forum_topic_created.name });
  if (message.forum_topic_closed) return t("s_topic_closed");
  if (message.forum_topic_reopened) return t("s_topic_reopened");
  if (message.forum_topic_edited) return t("s_topic_edited", { name: message.forum_topic_edited.name ?? "" });
  if (message.write_access_allowed) return t("s_access");
  return null;
}

const short = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** One line of what a message says; a spoiler stays a spoiler. */
export function preview(message) {
  const service = serviceLine(message);
  if (service !== null) return service;
  if (message.rich_message) return richPreview(message.rich_message);
  const line = mediaLine(message);
  const text = veiled(message.text ?? message.caption ?? "", message.entities ?? message.caption_entities ?? []);
  const words = text.replace(/\s+/gu, " ").trim();
  if (!line) return words;
  return words ? `${line.split(" ")[0]} ${words}` : line;
}

function veiled(text, entities) {
  let result = text;
  for (const { type, offset, length } of entities) {
    if (type !== "spoiler") continue;
    result = result.slice(0, offset) + "▒".repeat(length) + result.slice(offset + length);
  }
  return result;
}
