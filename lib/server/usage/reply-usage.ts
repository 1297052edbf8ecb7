import type { ChatEvent } from "@/lib/chat/event";
import type { Usage } from "@/lib/chat/message";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { createCallMeter } from "@/lib/engine/call-meter";
import { type AnswerFormat, parseAnswer } from "@/lib/engine/parse-answer";
import { countTokens, type TokenCounts } from "@/lib/prices/token-counts";
import { comparedName } from "@/lib/server/field-name";
import type { RelayCall } from "@/lib/server/relay-call";
import { codecOf } from "@/lib/server/usage/call-codec";
import type { TappedReply } from "@/lib/server/usage/reply-tap";

/** Maximum count of a call that is believed: no model reads or writes as much in one call. */
const maxCallTokens = 20_000_000;

/** Bytes of a file in a reply for each estimated token. */
const unparsedBytesPerToken = 1000;

/** The formats of replies that a codec can parse. */
const formats: Readonly<Partial<Record<TappedReply["form"], AnswerFormat>>> = {
  events: "events",
  "long-events": "events",
  lines: "lines",
  whole: "whole",
};

/** A reply that has ended, has failed, or was left by the caller. */
export interface EndedReply {
  readonly tapped: TappedReply;
  readonly status: number;
  /** Whether the caller received all of it. */
  readonly isComplete: boolean;
  /** Estimated input tokens. */
  readonly inputTokens: number;
  /** Tokens of the reply that its text may not show, such as thoughts, if the provider does not report its usage. */
  readonly hiddenTokens: number;
}

/** The tokens of a reply. */
export interface ReplyUsage {
  readonly counts: TokenCounts;
  readonly isEstimated: boolean;
}

/**
 * Returns the tokens of a reply: as the provider has reported them, or estimated. The codecs of the app read them.
 * Returns undefined for an error, for which providers charge nothing.
 */
export async function readReplyUsage(
  call: RelayCall,
  model: string,
  reply: EndedReply,
): Promise<ReplyUsage | undefined> {
  return (await readReported(call, model, reply)) ?? readAll(call, model, reply);
}

/**
 * Reads only the beginning and the last events of a long stream: parsing more costs several times as much. Returns
 * undefined if they do not contain everything, so that nothing has to be estimated.
 */
async function readReported(
  call: RelayCall,
  model: string,
  { tapped, status, isComplete: isSent }: EndedReply,
): Promise<ReplyUsage | undefined> {
  const { form, shortBytes } = tapped;
  if (!isSent || !shortBytes) return undefined;
  const meter = createCallMeter({ model, messages: [], stream: true });
  for (const event of await eventsOf(call, model, { form, bytes: shortBytes }, status)) meter.add(event);
  const { usage, isComplete, isRefused } = meter.end();
  const { inputTokens = 0, outputTokens = 0, ...others } = believable(usage ?? {});
  if (!isComplete || isRefused || !(inputTokens >= 1) || !(outputTokens >= 1)) return undefined;
  const reported = { ...others, inputTokens, outputTokens };
  return countTokens({ usage: reported, estimate: { input: 0, output: 0 }, isComplete });
}

async function readAll(call: RelayCall, model: string, reply: EndedReply): Promise<ReplyUsage | undefined> {
  const { tapped, status, inputTokens, hiddenTokens } = reply;
  const meter = createCallMeter({ model, messages: [], stream: true });
  const events = await eventsOf(call, model, tapped, status);
  for (const event of events) meter.add(event);
  const { usage, estimate, isComplete, isRefused } = meter.end();
  // A body that the codec does not know, such as a list of embeddings, does not count as an error.
  if (isRefused && events.some((event) => event.type === "error" && event.error.kind !== "protocol")) return undefined;
  const { form, bytes, sentBytes } = tapped;
  // The middle of a long stream was not parsed: its text is as dense as that of the parts.
  const parsedBytes = bytes.byteLength;
  const output =
    parsedBytes === 0 ? sentBytes / unparsedBytesPerToken : estimate.output * Math.max(1, sentBytes / parsedBytes);
  const isWhole = reply.isComplete && (isComplete || form === "whole" || form === "other");
  const reported = believable(usage ?? {});
  const isReported = isWhole && (reported.outputTokens ?? 0) > 0;
  return countTokens({
    usage: reported,
    estimate: { input: inputTokens, output: Math.ceil(isReported ? output : Math.max(output, hiddenTokens)) },
    isComplete: isWhole,
  });
}

/** Returns the events of a reply; of one that cannot be parsed, those before. */
async function eventsOf(
  call: RelayCall,
  model: string,
  { form, bytes }: Pick<TappedReply, "form" | "bytes">,
  status: number,
): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  const format = formats[form];
  if (format === undefined) return events;
  try {
    const codec = await codecOf(call, model);
    for (const event of parseAnswer({ format, status, bytes }, codec)) events.push(event);
  } catch {
    // A codec never throws; the bytes may be incomplete.
  }
  return events;
}

function believable(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => Number(count) <= maxCallTokens));
}

/** Estimated tokens of an image, a recording or another file in a body. */
const fileTokens = 1000;

/** Fields with files, as `comparedName` returns them. Everything else is text, for which providers charge its length. */
const fileFields: ReadonlySet<string> = new Set([
  "audio",
  "b64json",
  "bytes",
  "data",
  "filedata",
  "image",
  "imageurl",
  "inputaudio",
  "inputimage",
  "mask",
  "source",
  "thoughtsignature",
  "url",
  "video",
  "videourl",
]);

/** Length from which base64 is a file, in characters. */
const minFileChars = 2000;

/** A file as a `data:` URL or as base64 alone. A `data:` URL of a text is charged as text. */
const fileText = /^(data:(?!text\/)[\w.+/-]+(;[\w.=-]+)*;base64,)?[\w+/\r\n-]*={0,2}\s*$/;

/** Maximum depth of a body; deeper parts do not count. */
const maxDepth = 32;

/** Estimates the tokens of a body: those of all its texts and files. */
export function estimateBodyTokens(body: unknown): number {
  return estimatePart(body, false, 0);
}

/** @param isFileField whether the part is the value of a field with files */
function estimatePart(part: unknown, isFileField: boolean, depth: number): number {
  if (typeof part === "string") return isFileField && isFile(part) ? fileTokens : estimateTokens(part);
  if (part instanceof Blob) return fileTokens;
  if (depth > maxDepth || typeof part !== "object" || part === null) return 0;
  if (Array.isArray(part)) return part.reduce((sum, each) => sum + estimatePart(each, isFileField, depth + 1), 0);
  const isText = Object.values(part).some((value) => typeof value === "string" && /^text($|\/)/.test(value));
  return Object.entries(part).reduce(
    (sum, [field, each]) => sum + estimatePart(each, !isText && fileFields.has(comparedName(field)), depth + 1),
    0,
  );
}

function isFile(text: string): boolean {
  return text.length >= minFileChars && fileText.test(text);
}
