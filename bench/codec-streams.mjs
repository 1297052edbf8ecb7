import { readFileSync } from "node:fs";
import { pickerOf, replyOf } from "./stream-reply.mjs";

const minChars = 20_000_000;
/** Minimum and maximum length of a piece of text from a model, in characters. */
const [shortest, longest] = [4, 40];

/**
 * The kinds of streams. Each repeats one event of a recording that contains text, found by `isPiece` and filled by
 * `withPiece`, between the events before and after it.
 */
const kinds = [
  {
    name: "OpenAI chat",
    recording: "openai/text.sse",
    provider: "openai",
    model: "gpt-6-luna",
    isPiece: ({ choices }) => Boolean(choices[0].delta.content),
    withPiece: (payload, content) => ({ ...payload, choices: [{ ...payload.choices[0], delta: { content } }] }),
  },
  {
    name: "OpenAI Responses",
    recording: "openai-responses/text.sse",
    provider: "openai",
    model: "gpt-6.1-sol",
    isPiece: ({ type }) => type === "response.output_text.delta",
    withPiece: (payload, delta, number) => ({ ...payload, delta, sequence_number: 4 + number }),
  },
  {
    name: "Anthropic",
    recording: "anthropic/text.sse",
    provider: "anthropic",
    model: "claude-opus-5-5",
    isPiece: ({ type }) => type === "content_block_delta",
    withPiece: (payload, text) => ({ ...payload, delta: { ...payload.delta, text } }),
  },
  {
    name: "Gemini",
    recording: "google/text.sse",
    provider: "google",
    model: "gemini-3.8-flash",
    isPiece: ({ candidates }) => candidates[0].finishReason === undefined,
    withPiece: ({ candidates, usageMetadata, ...payload }, text, number) => ({
      candidates: [{ ...candidates[0], content: { ...candidates[0].content, parts: [{ text }] } }],
      usageMetadata: { ...usageMetadata, candidatesTokenCount: number, totalTokenCount: 9 + number },
      ...payload,
    }),
  },
];

/** Returns a long stream of each kind, deterministic: its bytes, and the text of its pieces. */
export function longStreams() {
  return kinds.map(({ recording, isPiece, withPiece, ...kind }) => {
    const events = eventsOf(recording);
    const isRepeated = events.map(({ payload }) => payload !== undefined && isPiece(payload));
    const first = isRepeated.indexOf(true);
    const { head, payload, end } = events[first];
    const repeated = [];
    const pieces = [];
    let chars = 0;
    for (const piece of piecesOfText()) {
      const event = `${head}${JSON.stringify(withPiece(payload, piece, pieces.length))}${end}`;
      repeated.push(event);
      pieces.push(piece);
      chars += event.length;
      if (chars >= minChars) break;
    }
    const before = events.slice(0, first).map(({ text }) => text);
    const after = events.slice(isRepeated.lastIndexOf(true) + 1).map(({ text }) => text);
    return { ...kind, bytes: Buffer.from([...before, ...repeated, ...after].join("")), text: pieces.join("") };
  });
}

/** Returns the events of a recording: each as a whole, and its JSON object with the text before and after it. */
function eventsOf(recording) {
  const body = readFileSync(new URL(`../test/fixtures/streams/${recording}`, import.meta.url), "utf8");
  return body.match(/[\s\S]*?(\r?\n){2}/g).map((text) => {
    const [, head, json, end] = /^([^{]*)(\{.*\})(\s*)$/.exec(text) ?? [];
    return { text, head, payload: json && JSON.parse(json), end };
  });
}

/** Cuts an endless text into pieces as models send them. */
function* piecesOfText() {
  const text = replyOf(50_000).join("");
  const pick = pickerOf(2);
  for (let start = 0; ; ) {
    const end = start + shortest + pick(longest - shortest + 1);
    yield text.slice(start, end);
    start = end < text.length ? end : 0;
  }
}
