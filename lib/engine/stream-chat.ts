import type { ChatEvent } from "@/lib/chat/event";
import type { Reply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import type { EndedCall } from "@/lib/engine/call-meter";
import { openChat } from "@/lib/engine/open-chat";
import { paceText } from "@/lib/engine/pace-text";
import type { CallObserver } from "@/lib/engine/record-calls";
import { replyTimeoutMs } from "@/lib/engine/reply-timeout";
import { type RunCall, runTurn, type TurnOptions } from "@/lib/engine/run-turn";
import type { Environment } from "@/lib/environment";
import type { OptionalParameter } from "@/lib/providers/optional-parameters";
import type { ChatCodec, Connection } from "@/lib/providers/provider";

/** Maximum length of a reply, in characters: more than any model writes, and about what a page can render. */
const maxReplyChars = 1_000_000;

/** The call and the display options of a reply. */
export interface ChatStream extends Pick<TurnOptions, "earlier" | "onFinishedRound"> {
  readonly codec: ChatCodec;
  readonly connection: Connection;
  readonly request: ChatRequest;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Whether the model thinks before it answers, and may be silent for longer. */
  readonly isThinking: boolean;
  /** Minimum idle time, in milliseconds, if the user has chosen one (`minTimeouts`). */
  readonly minTimeoutMs?: number;
  /** Whether text is displayed as it arrives, without the gradual reveal. */
  readonly isInstant: () => boolean;
  /** Runs the tool calls of the model. */
  readonly runCall: RunCall;
  /** Called with the reply of each round once it has arrived, before the screen shows all of it. */
  readonly onRound: (reply: Reply) => void;
  /** Called when the provider has refused a parameter, which later calls to the model omit. */
  readonly onRefused?: (parameter: OptionalParameter) => void;
  /** Called with the estimated tokens of each call before it is sent. */
  readonly onSend?: (input: number) => void;
  /** Called in place of `onCall` for a call that did not reach the provider. */
  readonly onUnsent?: () => void;
  /** Called once for each call that reached the provider, when it has ended. */
  readonly onCall?: (call: EndedCall) => void;
  /** Observes what is sent and received. */
  readonly observer?: CallObserver | undefined;
}

/** Opens a turn and yields its events, paced by frames: replies, and the tools between them. Never throws. */
export function streamChat({
  codec,
  connection,
  request,
  env,
  signal,
  isThinking,
  minTimeoutMs = 0,
  isInstant,
  runCall,
  onRound,
  earlier,
  onFinishedRound,
  onRefused,
  onSend,
  onUnsent,
  onCall,
  observer,
}: ChatStream): AsyncGenerator<ChatEvent> {
  const limits = { timeoutMs: Math.max(minTimeoutMs, replyTimeoutMs(request.model, isThinking)), maxReplyChars };
  const calls = { onSend, onUnsent, onCall, observer };
  const open = openChat({ codec, connection, env, signal, ...limits, onRefused, ...calls });
  const turn = runTurn({ request, open, runCall, signal, env, onRound, earlier, onFinishedRound });
  return paceText(turn, env, { isInstant });
}
