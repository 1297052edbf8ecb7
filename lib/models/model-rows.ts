import type { ModelSettings } from "@/lib/chat/model-settings";

/** Settings that are rendered as plain rows, in order; those of a model have separate rows. */
const defaultRows: readonly (keyof ModelSettings)[] = [
  "temperature",
  "max_tokens",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "historyMessageCount",
  "sendsWholeHistory",
  "sendMemory",
  "compressMessageLengthThreshold",
  "enableInjectSystemPrompts",
  "template",
];

/** Settings that Google's models do not support. */
const notOfGoogle: readonly (keyof ModelSettings)[] = [
  "presence_penalty",
  "frequency_penalty",
  "enableInjectSystemPrompts",
  "template",
];

/** Returns the model settings that are displayed for a model, in order. */
export function modelRows({ model, providerName }: Pick<ModelSettings, "model" | "providerName">) {
  const rows = providerName === "Google" ? defaultRows.filter((name) => !notOfGoogle.includes(name)) : defaultRows;
  return model === "dall-e-3" ? [...rows, "quality" as const, "style" as const] : rows;
}

const dallESizes = ["1024x1024", "1792x1024", "1024x1792"];
const cogViewSizes = ["1024x1024", "768x1344", "864x1152", "1344x768", "1152x864", "1440x720", "720x1440"];

/** Returns the image sizes of a model; empty if it has no choice. */
export function imageSizesOf(model: string): readonly string[] {
  if (model === "dall-e-3") return dallESizes;
  return /cogview/i.test(model) ? cogViewSizes : [];
}
