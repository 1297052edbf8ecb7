import type { ChatEvent } from "@/lib/chat/event";
import type { Reply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import { openChat } from "@/lib/engine/open-chat";
import { paceText } from "@/lib/engine/pace-text";
import { replyTimeoutMs } from "@/lib/engine/reply-timeout";
import { type RunCall, runTurn } from "@/lib/engine/run-turn";
import type { Environment } from "@/lib/environment";
import type { ChatCodec, Connection } from "@/lib/providers/provider";

/** Longer replies are cut: more than any model writes, and about what a page can hold. In characters. */
const maxReplyChars = 1_000_000;

/** Who is asked what, and how the reply is shown. */
export interface ChatStream {
  readonly codec: ChatCodec;
  readonly connection: Connection;
  readonly request: ChatRequest;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** True: text is shown as it comes, without the reveal. */
  readonly isInstant: () => boolean;
  /** Runs the calls that the model asks for. */
  readonly runCall: RunCall;
  /** Called with the reply of each round once it has arrived, before the screen shows all of it. */
  readonly onRound: (reply: Reply) => void;
}

/** Opens a turn and yields its events at the pace of the screen: replies, and the tools between them. Never throws. */
export function streamChat({
  codec,
  connection,
  request,
  env,
  signal,
  isInstant,
  runCall,
  onRound,
}: ChatStream): AsyncGenerator<ChatEvent> {
  const open = openChat({ codec, connection, env, signal, timeoutMs: replyTimeoutMs(request.model), maxReplyChars });
  return paceText(runTurn({ request, open, runCall, signal, env, onRound }), env.nextFrame, { isInstant });
}
