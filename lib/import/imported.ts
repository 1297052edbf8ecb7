import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import type { Provider } from "@/lib/providers/provider";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** The supported file formats; each has a row in the table in `formats.ts`. */
export type FormatId =
  | "parley"
  | "nextchat"
  | "nextchat-chat"
  | "nextchat-masks"
  | "nextchat-prompts"
  | "deepseek"
  | "chatgpt"
  | "claude"
  | "librechat"
  | "open-webui"
  | "lobechat"
  | "cherry-studio"
  | "big-agi"
  | "chatbot-ui"
  | "typingmind"
  | "character-card"
  | "silly-tavern"
  | "sharegpt"
  | "chatbox"
  | "grok";

/** A chat as it would be stored: its head, and its messages with the visible ones first, in order. */
export interface ImportedChat {
  readonly session: ChatSession;
  readonly messages: readonly MessageRecord[];
  /** Unsent text of the chat. */
  readonly draft?: string;
}

/** Reasons that a file, or a part of it, was not imported. */
export type NotUnderstoodReason =
  /** Neither JSON nor lines of JSON, or an incomplete file. */
  | "not-json"
  | "too-long"
  | "too-deep"
  | "unknown-format"
  /** Not a valid zip archive, or an incomplete one. */
  | "broken-archive"
  /** The archive has a password. */
  | "encrypted"
  | "unknown-compression"
  /** The unpacked size is out of proportion to the packed size. */
  | "archive-bomb"
  /** An image that is missing from the archive. */
  | "no-file"
  /** A value of an unexpected type. */
  | "wrong-shape"
  | "no-messages"
  /** The file contains the same chat twice. */
  | "duplicate"
  /** A message whose chat is not in the file. */
  | "no-chat"
  /** Written by a newer version of this product. */
  | "newer-version"
  /** Imported, but the text was already damaged: old desktop builds wrote one byte per character. */
  | "damaged-text";

/** One part that was not imported, by its path in the file (`conversations[3]`); empty for the whole file. */
export interface NotUnderstood {
  readonly where: string;
  readonly reason: NotUnderstoodReason;
}

/** The whole state of a stored document, migrated to the current version. */
export type DocumentState = Readonly<Record<string, unknown>>;

/** The content of a file in our own data model. Importing the same file again gives the same ids. */
export interface Imported {
  readonly format: FormatId;
  readonly chats: readonly ImportedChat[];
  /** Documents by storage key, such as `app-config` or `mask-store`. */
  readonly documents: Readonly<Record<string, DocumentState>>;
  /** Deletions in the file, which are applied if a backup replaces all data and ignored if it is merged. */
  readonly tombstones?: readonly { readonly id: string; readonly deletedAt: number }[];
  /** Images that messages refer to as `stored:{id}`. */
  readonly blobs?: readonly StoredBlob[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** Inputs of readers besides the file. */
export interface ImportContext {
  /** Time for chats without any time, in milliseconds since the epoch. */
  readonly now: number;
  /** Language for masks without one. */
  readonly lang: string;
  /** Model settings for chats without their own. */
  readonly modelConfig: ModelSettings;
  readonly providers: readonly Provider[];
  /** Whether a model is a reasoning model: only then is a quotation at the start of its reply parsed as reasoning. */
  thinks(model: string): boolean;
  /** Default time zone for times whose zone cannot be inferred, in minutes east of UTC. */
  readonly zoneMinutes: number;
}

/** Reads a file that is a list, item by item. Never throws. */
export interface ListReader {
  take(item: unknown): void;
  /** Returns the result of all items. */
  end(): Imported;
}

/** One row of the table of formats. */
export interface Format {
  readonly id: FormatId;
  /** Whether a file is of this format, by its top level only; for a list, by any item. */
  detects(top: unknown): boolean;
  /** Reads a file of this format. Never throws. */
  read(value: unknown, context: ImportContext): Imported;
  /** Reads a list of this format like `read`, but without the whole list in memory. */
  readonly open?: (context: ImportContext) => ListReader;
}
