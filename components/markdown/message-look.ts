import { createContext } from "react";
import type { ChatDocument } from "@/lib/chat/citation";

/** Settings that affect how code and previews are rendered. */
export interface CodeLook {
  /** Whether long code is collapsed (`enableCodeFold`). */
  readonly isFolding: boolean;
  /** Whether pages and pictures written as code have a preview (`enableArtifacts`). */
  readonly hasPreviews: boolean;
}

export const CodeLookContext = createContext<CodeLook>({ isFolding: true, hasPreviews: true });

/** Id of the chat whose messages are rendered; code can be run in a chat only. */
export const ChatIdContext = createContext<string | null>(null);

/** The state of a message that its parts depend on. */
export interface MessageState {
  /** True while any block of it grows. */
  readonly isGrowing: boolean;
  /** True for the last message of the chat. */
  readonly isLast: boolean;
}

/** A context, because changed props would make the parser's output mount elements again. */
export const MessageStateContext = createContext<MessageState>({ isGrowing: false, isLast: false });

/**
 * True while the tab is printed: then all of a text renders at once, because later content would not reach the paper.
 */
export const PrintingContext = createContext(false);

/** Whether a block may still grow. A context, because changed props would make the parser's output mount elements again. */
export const LiveContext = createContext(false);

/** A chat whose replies may cite documents. */
export interface CitedChat {
  readonly sessionId: string;
  /** Its documents, attached and of its mask. */
  readonly documents: readonly ChatDocument[];
}

/** The chat whose documents citations refer to; null outside a chat, where citations are text. */
export const CitedChatContext = createContext<CitedChat | null>(null);
