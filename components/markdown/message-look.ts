import { createContext } from "react";

/** How the code and the previews of a conversation are drawn. */
export interface CodeLook {
  /** Long code is folded (`enableCodeFold`). */
  readonly isFolding: boolean;
  /** Pages and pictures that are written as code are shown beside it (`enableArtifacts`). */
  readonly hasPreviews: boolean;
}

export const CodeLookContext = createContext<CodeLook>({ isFolding: true, hasPreviews: true });

/** What a part of a message has to know of the whole. */
export interface MessageState {
  /** True while any of its blocks grows. */
  readonly isGrowing: boolean;
  /** True for the last of the conversation, which is being read. */
  readonly isLast: boolean;
}

/** Reaches elements past the parser, which would mount them anew for a change. */
export const MessageStateContext = createContext<MessageState>({ isGrowing: false, isLast: false });

/** True while the page is printed: then all of a text is drawn at once, for nothing that is drawn later reaches the paper. */
export const PrintingContext = createContext(false);

/** Whether a block still grows. It reaches the elements past the parser, which would mount them anew for it. */
export const LiveContext = createContext(false);
