import type { Content, Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import type { AskAgainContext, AskAgainDependencies, ModelChoice } from "@/store/turns/ask-again";
import type { TurnQueue } from "@/store/turns/turn-queue";
import type { TurnEnd, TurnRun, TurnRunDependencies } from "@/store/turns/turn-run";

/** Services of the store of turns. */
export interface TurnsDependencies extends TurnRunDependencies, AskAgainDependencies {
  readonly env: Environment;
  /** Returns the chat with the model settings that are in use now. */
  readonly prepare: (session: ChatSession) => ChatSession;
  /** Whether a model could be asked now; without a network most cannot. */
  readonly isReachable: (model: ModelChoice) => boolean;
  /**
   * Whether a spent budget refuses a message, as far as this tab knows. A refused one is returned to the message box.
   */
  readonly refusesSend: (sessionId: string, content: Content) => boolean;
  /** Loads the code that `contentOf` needs for a chat. Returns undefined if it is there. */
  readonly loadTemplateCode: (session: ChatSession) => Promise<void> | undefined;
  /** Returns what the user wrote in the form in which it is shown and sent. */
  readonly contentOf: (content: Content, session: ChatSession) => Content;
  /** Marks a reply as written by this tab, until the returned function is called. */
  readonly holdReply: (messageId: string) => () => void;
  /** Called when a turn has ended. Resolves once its messages are stored. */
  readonly onTurnEnd: () => Promise<void>;
  /** Called when a reply is complete. */
  readonly onReply: (sessionId: string) => void;
}

/** Services of the lazy-loaded functions that begin turns. */
export interface TurnsContext extends AskAgainContext {
  readonly newMessage: (role: Message["role"], content: Content, id?: string) => Message;
  /** The turns under way, by chat. */
  readonly running: Map<string, TurnRun>;
  /** Runs a turn. Resolves when it has ended. */
  readonly start: (sessionId: string, turn: TurnRun) => Promise<void>;
  /** Frees the chat of a turn that has ended, and continues with what waited for it. `release` is called when it is stored. */
  readonly conclude: (sessionId: string, end: TurnEnd, release?: () => void) => void;
  readonly queue: TurnQueue;
  readonly dependencies: TurnsDependencies;
}
