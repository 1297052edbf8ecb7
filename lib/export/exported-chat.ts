import type { Content, Role } from "@/lib/chat/message";
import type { Source } from "@/lib/chat/sources";

/** A message in an exported file. */
export interface ExportedMessage {
  readonly role: Role;
  /** The author, such as a model's name; empty if names are not exported. */
  readonly name: string;
  /** The content, with images as data URLs or as URLs on another host. */
  readonly content: Content;
  /** The web pages on which it is based; absent without any. */
  readonly sources?: readonly Source[];
  /** The reasoning; empty if it is missing or not exported. */
  readonly reasoning: string;
}

/** The selected messages of a chat in an exported file, in order. */
export interface ExportedChat {
  /** Displayed name of the chat: its title, its first question or the text for an untitled chat. */
  readonly title: string;
  /** The chat's own title; empty if it has none. */
  readonly topic: string;
  /** The name of the chat's project, and its tags. Absent without any. */
  readonly labels?: readonly string[];
  readonly messages: readonly ExportedMessage[];
}
