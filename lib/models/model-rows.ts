import { readContextLength } from "@/lib/chat/context-length";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
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

/** A model and the place of its provider (`placeOf`). */
interface PlacedModel {
  readonly model: string;
  readonly place: string;
  /** Whether requests may set how the server loads the model (`Provider.hasOllamaApi`). */
  readonly hasOllamaApi?: boolean;
  /** The longest context window of the model, if it is known. */
  readonly maxWindow?: number | undefined;
}

/** Returns the model settings that are displayed for a model, in order. */
export function modelRows({ model, place, hasOllamaApi }: PlacedModel): readonly (keyof ModelSettings)[] {
  const choices = thinkingChoices(place, model);
  const rows = [
    ...(choices?.levels.length ? ["thinking" as const] : []),
    ...(choices?.hasVerbosity ? ["verbosity" as const] : []),
    ...samplingRows,
    ...samplingAt(place),
    ...(hasOllamaApi ? (["num_ctx", "keep_alive"] as const) : []),
    ...promptRows,
    ...(hasImageManner(model) ? ["quality" as const, "style" as const] : []),
  ];
  return place === "Google" ? rows.filter((name) => !notOfGoogle.includes(name)) : rows;
}

/** Returns a model setting's field, with the options that a model has. */
export function modelField(name: keyof ModelSettings, { model, place, maxWindow }: PlacedModel): ModelField {
  if (name === "num_ctx") return contextField(maxWindow);
  if (name !== "thinking") return modelSettings[name];
  const levels = thinkingChoices(place, model)?.levels ?? [];
  return { ...modelSettings.thinking, options: ["auto", ...levels] };
}

/** Returns the field of the context length, which accepts no more than the model has. */
function contextField(maxWindow = Number.POSITIVE_INFINITY): ModelField {
  return {
    ...modelSettings.num_ctx,
    accepts: (text) => (readContextLength(text) ?? Number.POSITIVE_INFINITY) <= maxWindow,
  };
}

/** Whether an image model has the options quality and style. */
export function hasImageManner(model: string): boolean {
  return model === "dall-e-3";
}

const dallESizes = ["1024x1024", "1792x1024", "1024x1792"];
const cogViewSizes = ["1024x1024", "768x1344", "864x1152", "1344x768", "1152x864", "1440x720", "720x1440"];

/** Returns the image sizes of a model; empty if it has no choice. */
export function imageSizesOf(model: string): readonly string[] {
  if (model === "dall-e-3") return dallESizes;
  return /cogview/i.test(model) ? cogViewSizes : [];
}
