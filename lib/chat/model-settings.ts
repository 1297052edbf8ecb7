import { readSchema } from "@/lib/chat/answer-format";
import { readContextLength } from "@/lib/chat/context-length";
import { readMinP, readSeed, readStops, readTopK } from "@/lib/chat/sampling-texts";
import { choice, number, range, text, toggle, type ValuesOf } from "@/lib/fields/fields";

/** Declares a parameter that is not sent while its text is empty. */
function optional(example: string, read: (text: string) => unknown) {
  return text({ section: "model", example, accepts: (written) => read(written) !== undefined });
}

/** Settings of a model call: the global defaults, and the copy in every mask. */
export const modelSettings = {
  model: text({ section: "model", default: "gpt-4o-mini" }),
  providerName: text({ section: "model", default: "OpenAI" }),
  thinking: choice({ section: "model", default: "auto", options: ["auto", "off", "on", "low", "medium", "high"] }),
  verbosity: choice({ section: "model", default: "auto", options: ["auto", "low", "medium", "high"] }),
  temperature: range({ section: "model", default: 0.5, min: 0, max: 2, step: 0.1, invalid: 1 }),
  top_p: range({ section: "model", default: 1, min: 0, max: 1, step: 0.1 }),
  max_tokens: number({ section: "model", default: 4000, min: 0, max: 512_000, invalid: 1024 }),
  presence_penalty: range({ section: "model", default: 0, min: -2, max: 2, step: 0.1 }),
  frequency_penalty: range({ section: "model", default: 0, min: -2, max: 2, step: 0.1 }),
  seed: optional("42", readSeed),
  stop: optional("END, \\n\\n", readStops),
  top_k: optional("40", readTopK),
  min_p: optional("0.05", readMinP),
  answerFormat: choice({ section: "model", default: "text", options: ["text", "json", "schema"] }),
  answerSchema: optional('{"type": "object"}', readSchema),
  num_ctx: optional("8192", readContextLength),
  keep_alive: choice({
    section: "model",
    default: "auto",
    options: ["auto", "fiveMinutes", "oneHour", "forever", "unload"],
  }),
  sendMemory: toggle({ section: "model", default: true }),
  historyMessageCount: range({ section: "model", default: 4, min: 0, max: 64 }),
  sendsWholeHistory: toggle({ section: "model", default: false }),
  compressMessageLengthThreshold: number({ section: "model", default: 1000, min: 500, max: 4000 }),
  compressModel: text({ section: "model" }),
  compressProviderName: text({ section: "model" }),
  enableInjectSystemPrompts: toggle({ section: "model", default: true }),
  template: text({ section: "model", default: "{{input}}" }),
  size: text({ section: "model", default: "1024x1024" }),
  quality: choice({ section: "model", default: "standard", options: ["standard", "hd", "low", "medium"] }),
  style: choice({ section: "model", default: "vivid", options: ["vivid", "natural"] }),
  aspectRatio: choice({
    section: "model",
    default: "auto",
    options: ["auto", "1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"],
  }),
  background: choice({ section: "model", default: "auto", options: ["auto", "opaque", "transparent"] }),
  imageFormat: choice({ section: "model", default: "PNG", options: ["PNG", "JPEG", "WebP"] }),
  imageCount: range({ section: "model", default: 1, min: 1, max: 4 }),
};

export type ModelSettings = ValuesOf<typeof modelSettings>;
