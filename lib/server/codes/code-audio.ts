import { isRecord, recordOf } from "@/lib/json";
import { comparedName } from "@/lib/server/field-name";

/** Fields with messages and their parts. */
const partFields: ReadonlySet<string> = new Set(["messages", "content", "parts"]);

/** Fields with a file in messages of Gemini. */
const fileFields: ReadonlySet<string> = new Set(["inlinedata", "filedata"]);

/** Types of parts with audio: `input_audio`, `audio` and `audio_url`. */
const audioType = /^(input_)?audio(_url)?$/i;

/** Maximum depth of messages; results of tools in messages of Anthropic's API are the deepest parts. */
const maxDepth = 12;

/** Whether messages contain audio, in the formats of OpenAI, Alibaba and Gemini. Messages that are too deep count. */
export function hasAudio(messages: unknown, depth = 0): boolean {
  if (depth > maxDepth) return true;
  if (Array.isArray(messages)) return messages.some((each) => hasAudio(each, depth + 1));
  if (!isRecord(messages)) return false;
  return Object.entries(messages).some(([field, value]) => {
    const name = comparedName(field);
    if (partFields.has(name)) return hasAudio(value, depth + 1);
    if (fileFields.has(name)) return isAudioFile(recordOf(value));
    if (name === "type") return typeof value === "string" && audioType.test(value);
    // Alibaba: a part with an address. In other APIs, `audio` of a message is a reference to an earlier reply.
    return name === "audio" && typeof value === "string";
  });
}

function isAudioFile(file: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(file).some(
    ([field, value]) => comparedName(field) === "mimetype" && /^audio\//i.test(`${value}`),
  );
}
