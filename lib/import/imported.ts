import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import type { Provider } from "@/lib/providers/provider";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** The kinds of files that are read; each is a line of the table in `formats.ts`. */
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

/** A chat as it would be stored: its head, and its messages with those that are shown first, in their order. */
export interface ImportedChat {
  readonly session: ChatSession;
  readonly messages: readonly MessageRecord[];
  /** The unsent text of the chat. */
  readonly draft?: string;
}

/** Why a file, or a piece of one, was not taken over. */
export type NotUnderstoodReason =
  /** Neither JSON nor lines of JSON; half a file is that too. */
  | "not-json"
  | "too-long"
  | "too-deep"
  | "unknown-format"
  /** Not a zip archive as it was made, or a part of one. */
  | "broken-archive"
  /** The archive has a password. */
  | "encrypted"
  | "unknown-compression"
  /** What comes out is out of all proportion to what is in. */
  | "archive-bomb"
  /** A picture that is not in the archive. */
  | "no-file"
  /** Another kind of value than its place asks for. */
  | "wrong-shape"
  | "no-messages"
  /** The same chat stands in the file twice. */
  | "duplicate"
  /** A message whose chat is not in the file. */
  | "no-chat"
  /** Written by a newer version of this product. */
  | "newer-version"
  /** Taken over, but its text was broken before: desktop builds once wrote one byte a character. */
  | "damaged-text";

/** One piece that was not understood, by its path in the file (`conversations[3]`); empty for the whole file. */
export interface NotUnderstood {
  readonly where: string;
  readonly reason: NotUnderstoodReason;
}

/** The whole state of a stored document, brought to the present version. */
export type DocumentState = Readonly<Record<string, unknown>>;

/** What a file holds, in our own terms. Ids are the same whenever the same file is read. */
export interface Imported {
  readonly format: FormatId;
  readonly chats: readonly ImportedChat[];
  /** By storage key, such as `app-config` or `mask-store`. */
  readonly documents: Readonly<Record<string, DocumentState>>;
  /** Deletions that the file carries; of use when a backup replaces everything, ignored when it is added. */
  readonly tombstones?: readonly { readonly id: string; readonly deletedAt: number }[];
  /** Images that messages show as `stored:{id}`. */
  readonly blobs?: readonly StoredBlob[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** What readers must know of the world. */
export interface ImportContext {
  /** The time given to chats in which nothing says one, in milliseconds. */
  readonly now: number;
  /** Given to masks without a language. */
  readonly lang: string;
  /** What chats take that bring no model settings of their own. */
  readonly modelConfig: ModelSettings;
  readonly providers: readonly Provider[];
  /** Whether a model thinks: only then is a quotation that opens its reply read as reasoning. */
  thinks(model: string): boolean;
  /** Minutes east of Greenwich, for times whose zone cannot be inferred. */
  readonly zoneMinutes: number;
}

/** Reads a file that is a list, item by item as they come. Never throws. */
export interface ListReader {
  take(item: unknown): void;
  /** Returns what all items came to. */
  end(): Imported;
}

/** One line of the table of formats. */
export interface Format {
  readonly id: FormatId;
  /** Tells by the top level alone whether a file is of this format; of a list, by any one item that tells. */
  detects(top: unknown): boolean;
  /** Reads a file of this format. Never throws. */
  read(value: unknown, context: ImportContext): Imported;
  /** Opens a list of this format: the same as `read`, without the whole list. */
  readonly open?: (context: ImportContext) => ListReader;
}
