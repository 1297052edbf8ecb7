import { imagesOf, textOf } from "@/lib/chat/message";
import type { ExportedChat, ExportedMessage } from "@/lib/export/exported-chat";
import { quoted } from "@/lib/export/quoted";

/**
 * Returns a chat as Markdown: its title, its project and tags, then each message below its author's name, or below a
 * line.
 */
export function chatAsMarkdown({ title, labels = [], messages }: ExportedChat): string {
  const head = [`# ${onOneLine(title)}`, ...(labels.length > 0 ? [labels.map(onOneLine).join(" · ")] : [])];
  return `${[...head, ...messages.map(section)].join("\n\n")}\n`;
}

function section(message: ExportedMessage): string {
  const head = message.name === "" ? "---\n" : `## ${onOneLine(message.name)}:`;
  const thought = message.reasoning.trim();
  const body = [thought && quoted(thought), writtenText(message), sourceList(message), ...linkedImages(message)];
  return [head, body.filter(Boolean).join("\n\n")].join("\n");
}

/**
 * Returns the text of a message. White space in a user's text may be significant; around a model's answer it is not.
 */
function writtenText(message: ExportedMessage): string {
  return message.role === "assistant" ? textOf(message).trim() : textOf(message);
}

/** Returns the web pages of a reply as a numbered list of links. */
function sourceList({ sources = [] }: ExportedMessage): string {
  return sources.map(({ url, title }, place) => `${place + 1}. [${linkText(title ?? url)}](<${url}>)`).join("\n");
}

function linkText(text: string): string {
  return onOneLine(text).replace(/[[\]\\]/g, "\\$&");
}

/** Returns links to web images. Stored images are omitted from the text. */
function linkedImages(message: ExportedMessage): string[] {
  const isLinked = (address: string) => /^https?:/.test(address);
  return imagesOf(message)
    .filter(isLinked)
    .map((address) => `![](<${address}>)`);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
