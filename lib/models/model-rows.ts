import { readContextLength } from "@/lib/chat/context-length";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { imageChoices } from "@/lib/providers/image-choices";
import { jsonTypes } from "@/lib/providers/json-answers";
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
    ...(jsonTypes(place, model).length > 0 ? (["answerFormat"] as const) : []),
    ...(hasOllamaApi ? (["num_ctx", "keep_alive"] as const) : []),
    ...promptRows,
    ...imageRows(imageChoices(place, model)),
  ];
  return place === "Google" ? rows.filter((name) => !notOfGoogle.includes(name)) : rows;
}

/** Returns a model setting's field, with the options that a model has. */
export function modelField(name: keyof ModelSettings, { model, place, maxWindow }: PlacedModel): ModelField {
  if (name === "num_ctx") return contextField(maxWindow);
  if (name === "answerFormat") {
    return { ...modelSettings.answerFormat, options: ["text", ...jsonTypes(place, model)] };
  }
  if (name === "quality") return { ...modelSettings.quality, options: imageChoices(place, model).qualities ?? [] };
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

/** Returns the settings of an image model. The size has a row of its own. */
function imageRows(choices: ReturnType<typeof imageChoices>): readonly (keyof ModelSettings)[] {
  const { aspectRatios, qualities, styles, backgrounds, formats, maxCount = 1 } = choices;
  return [
    ...(aspectRatios ? (["aspectRatio"] as const) : []),
    ...(qualities ? (["quality"] as const) : []),
    ...(styles ? (["style"] as const) : []),
    ...(backgrounds ? (["background"] as const) : []),
    ...(formats ? (["imageFormat"] as const) : []),
    ...(maxCount > 1 ? (["imageCount"] as const) : []),
  ];
}
