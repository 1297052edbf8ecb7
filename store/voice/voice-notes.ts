import type { Message, Usage } from "@/lib/chat/message";
import { storedImageUrl } from "@/lib/chat/message";
import { toAppError } from "@/lib/errors";
import { joinSamples } from "@/lib/media/pcm";
import { voiceRate, wavOf } from "@/lib/media/wav";
import { replyLocks } from "@/lib/platform/reply-locks";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { isTemporary } from "@/store/chats/is-temporary";
import { countCalls } from "@/store/costs/count-calls";
import { type TabContext, tabContext } from "@/store/records/records";

/** Writes a live conversation as messages of a chat, with the recorded sound. */
export interface VoiceNotes {
  /** Adds the user's message as soon as speech ends. Its transcript may arrive after the first words of the reply. */
  userSaid(itemId: string, sound: readonly Int16Array[]): void;
  userText(itemId: string, text: string): void;
  replyText(itemId: string, text: string): void;
  /** Counts the tokens of a response, and stores their cost with its reply. */
  replyUsage(itemId: string | undefined, usage: Usage): void;
  /** Ends the reply that is being written, if there is one. */
  endReply(sound: readonly Int16Array[], wasStopped: boolean): void;
}

/** Creates the notes of a live conversation with a model. */
export function createVoiceNotes(sessionId: string, model: string, context = tabContext): VoiceNotes {
  const { now, newId } = context.env;
  const said = new Map<string, string>();
  /** The messages of replies, and their tokens and costs, by item. */
  const replyIds = new Map<string, string>();
  const bills = new Map<string, Pick<Message, "usage" | "cost">>();
  let reply: { readonly itemId: string; readonly id: string; text: string; readonly release: () => void } | undefined;

  function message(role: Message["role"], more: Partial<Message> = {}): Message {
    return { id: newId(), role, content: "", date: now(), ...more };
  }

  return {
    userSaid(itemId, sound) {
      const question = message("user");
      said.set(itemId, question.id);
      useChats.getState().append(sessionId, [question]);
      void storeSound(question.id, sound, context);
    },
    userText(itemId, text) {
      const id = said.get(itemId);
      if (id === undefined) return;
      said.delete(itemId);
      // The sound was not speech, such as a cough, so the message is removed.
      if (text.trim() === "") return void useChats.getState().remove(sessionId, [id]);
      useChats.getState().update(id, (present) => ({ ...present, content: text.trim() }));
    },
    replyText(itemId, text) {
      if (!reply) {
        const blank = message("assistant", { model, providerName: "OpenAI", streaming: true });
        replyIds.set(itemId, blank.id);
        reply = { itemId, id: blank.id, text: "", release: replyLocks.hold(blank.id) };
        useChats.getState().append(sessionId, [blank]);
      }
      reply.text += text;
      const { id, text: content } = reply;
      const present = useChats.getState().messages[id];
      if (present) useChats.getState().grow(id, { ...present, content });
    },
    replyUsage(itemId = "", usage) {
      const { projectId } = sessionOf(useChats.getState(), sessionId) ?? {};
      const counter = countCalls({ providerName: "OpenAI", model, ...(projectId && { projectId }) }, context.env);
      counter.onCall({ usage, estimate: { input: 0, output: 0 }, isComplete: true, isRefused: false });
      void counter.cost().then((cost) => {
        const bill = { usage, ...(cost && { cost }) };
        bills.set(itemId, bill);
        // A reply that is still being written gets it at its end.
        const id = replyIds.get(itemId);
        if (id !== undefined && reply?.id !== id)
          useChats.getState().update(id, (present) => ({ ...present, ...bill }));
      });
    },
    endReply(sound, wasStopped) {
      if (!reply) return;
      const { id, itemId, text, release } = reply;
      reply = undefined;
      const present = useChats.getState().messages[id];
      if (!present) return release();
      const { streaming: _over, ...rest } = present;
      const content = text.trim();
      useChats
        .getState()
        .settle(id, { ...rest, ...bills.get(itemId), content, date: now(), ...(wasStopped && { stopped: true }) });
      void storeSound(id, sound, context).finally(release);
    },
  };
}

/** Stores the sound of a message as a record. */
async function storeSound(
  messageId: string,
  sound: readonly Int16Array[],
  { env, records: { database } }: TabContext,
): Promise<void> {
  const samples = joinSamples(sound);
  const { sessionId = "" } = useChats.getState().messages[messageId] ?? {};
  if (samples.length < voiceRate / 10 || !database || isTemporary(sessionId)) return;
  const bytes = wavOf(samples);
  const blob = { id: env.newId(), type: "audio/wav", size: bytes.byteLength, at: env.now(), bytes };
  try {
    await database.putAll({ sessions: [], messages: [], blobs: [blob] });
    useChats.getState().update(messageId, (present) => ({ ...present, audio_url: storedImageUrl(blob.id) }));
  } catch (thrown) {
    report(toAppError(thrown));
  }
}
