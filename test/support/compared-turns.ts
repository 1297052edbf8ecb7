import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { createChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { compare } from "@/store/turns/comparisons";
import type { ReplyOptions } from "@/store/turns/turn-run";
import { createTurns } from "@/store/turns/turns";
import { sampleSession, usualDefaults } from "./chat-samples";
import { fakeEnvironment } from "./fake-environment";
import { fakeJournal } from "./fake-journal";

/** Resolves once what is due now has happened. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Returns an event with a part of a text. */
export const text = (words: string): ChatEvent => ({ type: "text-delta", text: words });
/** The end of a reply. */
export const done: ChatEvent = { type: "end" };
/** A failure of a reply. */
export const broken: ChatEvent = { type: "error", error: { kind: "server", code: null, message: "no" } };

/** A stream that says what the test says, and ends without a word when it is stopped. */
function createStream(session: ChatSession, request: ChatRequest, options: ReplyOptions) {
  const steps: (ChatEvent | undefined)[] = [];
  let wake = () => {};
  async function push(...added: typeof steps): Promise<void> {
    steps.push(...added);
    wake();
    await settled();
    await settled();
  }
  options.signal.addEventListener("abort", () => void push(undefined));
  async function* events(): AsyncGenerator<ChatEvent> {
    for (;;) {
      while (steps.length > 0) {
        const step = steps.shift();
        if (!step) return;
        yield step;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return { session, request, options, say: (...said: ChatEvent[]) => push(...said, undefined), push, events };
}

/** Asks models with fake streams in the chat `s1`. The tests say what each stream says. */
export async function askSeveral(models = ["a", "b", "c"]) {
  const env = fakeEnvironment({ now: 1000 });
  const journal = fakeJournal();
  const chats = createChats({ env, journal });
  const streams: ReturnType<typeof createStream>[] = [];
  const held: string[] = [];
  const replied: string[] = [];
  let isOnline = true;
  const turns = createTurns({
    env,
    chats,
    prepare: (session) => session,
    isReachable: ({ model }) => isOnline || model.startsWith("local"),
    refusesSend: () => false,
    refusesReply: () => false,
    loadTemplateCode: () => undefined,
    contentOf: (content) => content,
    buildRequest: async ({ session, history, question, omitted }: TurnInput) => ({
      model: session.mask.modelConfig.model,
      messages: [...history, question].map(({ role, content }) => ({ role, content }) as never),
      stream: true,
      ...(omitted && { omitted }),
    }),
    async *openReply(...opened) {
      const stream = createStream(...opened);
      streams.push(stream);
      yield* stream.events();
    },
    continueText: async () => "",
    responseTo: async () => "",
    isSeen: () => true,
    holdReply(id) {
      held.push(id);
      return () => void held.splice(held.indexOf(id), 1);
    },
    onTurnEnd: async () => {},
    onReply: (sessionId) => replied.push(sessionId),
  });
  chats.getState().hydrate([sampleSession({ id: "s1" })], "s1", usualDefaults);
  journal.noteSession(sampleSession({ id: "s1" }));
  chats.getState().fillThread("s1", []);
  const { context } = turns.getState();
  const choices = models.map((model) => ({ model, providerName: "OpenAI" }));
  const all = () => {
    const { ids = [], asides = {} } = chats.getState().threads.s1 ?? {};
    return [...ids, ...Object.values(asides).flat()].flatMap((id) => messageNow(chats.getState(), id) ?? []);
  };
  const answers = () => all().filter(({ role }) => role === "assistant");
  const answerOf = (model: string) => answers().findLast((answer) => answer.model === model)?.id ?? "";
  await compare(context, "s1", "Why?", choices);
  await settled();
  await settled();
  await settled();
  return {
    ...{ chats, turns, context, journal, held, replied, answers, answerOf, choices },
    /** Returns the last stream of a model. */
    stream(model: string) {
      const found = streams.findLast(({ request }) => request.model === model);
      if (!found) throw new Error(`no stream of ${model}`);
      return found;
    },
    /** Returns the answers in short: model, text, and what became of it; hidden ones in brackets. */
    overview() {
      return answers()
        .map(({ model, content, isAside, isError, stopped, streaming, comparison, column }) => {
          const state = [isError && "failed", stopped && "stopped", streaming && "growing"].filter(Boolean).join(" ");
          const words = [comparison && column !== undefined ? `${column}:` : "", `${model}`, String(content), state]
            .filter(Boolean)
            .join(" ");
          return isAside ? `(${words})` : words;
        })
        .toSorted((one, other) => (one.replace("(", "") < other.replace("(", "") ? -1 : 1));
    },
    setOnline(online: boolean) {
      isOnline = online;
    },
    shown: () => (chats.getState().threads.s1?.ids ?? []).map((id) => chats.getState().messages[id]?.content),
  };
}
