import type { Content, Role } from "@/lib/chat/message";

/** A message as it leaves in a file. */
export interface ExportedMessage {
  readonly role: Role;
  /** Who said it, such as a model's name; empty where names stay behind. */
  readonly name: string;
  /** Its images stand in it as they are, or by their address on another host. */
  readonly content: Content;
  /** What was thought ahead of it; empty where there is nothing, or where it stays behind. */
  readonly reasoning: string;
}

/** A chat as it leaves in a file: what was chosen of it, in order. */
export interface ExportedChat {
  /** How the chat is called on the screen: its own title, its first question or words for an untitled one. */
  readonly title: string;
  /** The chat's own title; empty if it has none. */
  readonly topic: string;
  readonly messages: readonly ExportedMessage[];
}
