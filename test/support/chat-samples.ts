import type { ImageOptions } from "@/lib/chat/image-options";
import { emptyMask } from "@/lib/chat/mask";
import type { Message } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import { readFields } from "@/lib/fields/fields";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** The model settings as they are when nobody has changed any. */
export const usualSettings: ModelSettings = readFields(modelSettings, undefined);

/** The options of images in a request with usual settings. */
export const usualImageOptions: ImageOptions = {
  size: "1024x1024",
  aspectRatio: "auto",
  quality: "standard",
  style: "vivid",
  background: "auto",
  format: "PNG",
  count: 1,
};

/** What new chats start from in tests. */
export const usualDefaults = { modelConfig: usualSettings, lang: "en" } as const;

/** Makes a chat without messages, with what a test cares about. */
export function sampleSession(given: Partial<ChatSession> & Pick<ChatSession, "id">): ChatSession {
  return {
    topic: "",
    memoryPrompt: "",
    lastUpdate: 0,
    lastSummarizeIndex: 0,
    mask: emptyMask({ id: `mask-of-${given.id}`, now: 0, lang: "en", modelConfig: usualSettings }),
    messageCount: 0,
    order: 0,
    ...given,
  };
}

/** Makes a message of the user that says its own id, with what a test cares about. */
export function sampleMessage(given: Partial<Message> & Pick<Message, "id">): Message {
  return { role: "user", content: given.id, date: 0, ...given };
}

/** Makes a stored message. */
export function sampleRecord(given: Partial<MessageRecord> & Pick<MessageRecord, "id" | "sessionId" | "seq">) {
  return { ...sampleMessage(given), ...given } satisfies MessageRecord;
}
