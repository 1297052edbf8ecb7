import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { placeOf } from "@/lib/providers/places";
import { samplingAt } from "@/lib/providers/sampling";
import { thinkingChoices } from "@/lib/providers/thinking";

/** Settings that are rendered as plain rows, in order; those of a model have separate rows. */
const samplingRows: readonly (keyof ModelSettings)[] = [
  "temperature",
  "max_tokens",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
];
const promptRows: readonly (keyof ModelSettings)[] = [
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

/** The field of a model setting. */
type ModelField = (typeof modelSettings)[keyof ModelSettings];

type BoundModel = Pick<ModelSettings, "model" | "providerName">;

/** Returns the model settings that are displayed for a model, in order. */
export function modelRows({ model, providerName }: BoundModel): readonly (keyof ModelSettings)[] {
  const place = placeOf(providerName);
  const choices = thinkingChoices(place, model);
  const rows = [
    ...(choices?.levels.length ? ["thinking" as const] : []),
    ...(choices?.hasVerbosity ? ["verbosity" as const] : []),
    ...samplingRows,
    ...samplingAt(place),
    ...promptRows,
    ...(model === "dall-e-3" ? ["quality" as const, "style" as const] : []),
  ];
  return providerName === "Google" ? rows.filter((name) => !notOfGoogle.includes(name)) : rows;
}

/** Returns a model setting's field, with the options that a model has. */
export function modelField(name: keyof ModelSettings, { model, providerName }: BoundModel): ModelField {
  if (name !== "thinking") return modelSettings[name];
  const levels = thinkingChoices(placeOf(providerName), model)?.levels ?? [];
  return { ...modelSettings.thinking, options: ["auto", ...levels] };
}

const dallESizes = ["1024x1024", "1792x1024", "1024x1792"];
const cogViewSizes = ["1024x1024", "768x1344", "864x1152", "1344x768", "1152x864", "1440x720", "720x1440"];

/** Returns the image sizes of a model; empty if it has no choice. */
export function imageSizesOf(model: string): readonly string[] {
  if (model === "dall-e-3") return dallESizes;
  return /cogview/i.test(model) ? cogViewSizes : [];
}
