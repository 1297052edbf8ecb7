import { imageSizesOf } from "@/lib/models/model-rows";

/** A model that draws, and who serves it, by the provider's name. */
export interface DrawingModel {
  readonly providerName: string;
  readonly model: string;
}

/** What a picture is made from, by the names of the fields; what is empty is not sent. */
export type ImageParams = Readonly<Record<string, string>>;

/** One input of the form for pictures; the names are those that Stability's interface and stored records use. */
export type ImageField =
  | { readonly name: "prompt" | "negative_prompt"; readonly kind: "text"; readonly isRequired?: true }
  | {
      readonly name: "model" | "aspect_ratio" | "style" | "output_format" | "size" | "quality";
      readonly kind: "choice";
      readonly options: readonly [string, ...string[]];
      readonly default: string;
    }
  | { readonly name: "seed"; readonly kind: "number"; readonly min: number; readonly max: number };

/** The name of the provider that only draws. */
export const stabilityName = "Stability";

/** Stability's models, with their names in full and as a button has room for. */
export const stabilityModels = [
  { model: "ultra", name: "Stable Image Ultra", short: "Ultra" },
  { model: "core", name: "Stable Image Core", short: "Core" },
  { model: "sd3", name: "Stable Diffusion 3", short: "SD 3" },
] as const;

/** The styles of Stability's models, the first of which is the default. */
export const imageStyles = [
  "3d-model",
  "analog-film",
  "anime",
  "cinematic",
  "comic-book",
  "digital-art",
  "enhance",
  "fantasy-art",
  "isometric",
  "line-art",
  "low-poly",
  "modeling-compound",
  "neon-punk",
  "origami",
  "photographic",
  "pixel-art",
  "tile-texture",
] as const;

/** The shapes that Stability's models draw in, width before height. */
export const aspectRatios = ["1:1", "16:9", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21"] as const;

const prompt: ImageField = { name: "prompt", kind: "text", isRequired: true };
const negativePrompt: ImageField = { name: "negative_prompt", kind: "text" };
const aspectRatio: ImageField = { name: "aspect_ratio", kind: "choice", options: aspectRatios, default: "1:1" };
const version: ImageField = {
  name: "model",
  kind: "choice",
  options: ["sd3-medium", "sd3-large", "sd3-large-turbo"],
  default: "sd3-medium",
};
const style: ImageField = { name: "style", kind: "choice", options: imageStyles, default: "3d-model" };
const seed: ImageField = { name: "seed", kind: "number", min: 0, max: 4_294_967_294 };
const outputFormat: ImageField = {
  name: "output_format",
  kind: "choice",
  options: ["png", "jpeg", "webp"],
  default: "png",
};
/** Stable Diffusion 3 writes no WebP. https://platform.stability.ai/docs/api-reference */
const sd3Format: ImageField = { name: "output_format", kind: "choice", options: ["png", "jpeg"], default: "png" };
const quality: ImageField = { name: "quality", kind: "choice", options: ["standard", "hd"], default: "standard" };
const manner: ImageField = { name: "style", kind: "choice", options: ["vivid", "natural"], default: "vivid" };

/** Returns the fields of a model that draws, in the order of the form; some depend on what was chosen in others. */
export function imageFieldsOf({ providerName, model }: DrawingModel, params: ImageParams = {}): readonly ImageField[] {
  if (providerName === stabilityName) {
    if (model === "core") return [prompt, negativePrompt, aspectRatio, style, seed, outputFormat];
    // A style that nobody chose would turn each picture of Ultra into a 3D model.
    if (model !== "sd3") return [prompt, negativePrompt, aspectRatio, seed, outputFormat];
    const isTurbo = params.model?.endsWith("-turbo") ?? false;
    return [prompt, ...(isTurbo ? [] : [negativePrompt]), aspectRatio, version, seed, sd3Format];
  }
  const [first, ...others] = imageSizesOf(model);
  return [
    prompt,
    ...(first === undefined
      ? []
      : [{ name: "size", kind: "choice", options: [first, ...others], default: first } as const]),
    ...(model === "dall-e-3" ? [quality, manner] : []),
  ];
}

/** Returns what a form shows: the values that were there where they still fit, else the defaults. */
export function filledParams(fields: readonly ImageField[], former: ImageParams): ImageParams {
  return { ...former, ...Object.fromEntries(fields.map((field) => [field.name, fittingValue(field, former)])) };
}

function fittingValue(field: ImageField, former: ImageParams): string {
  const value = former[field.name] ?? "";
  if (field.kind === "text") return value;
  if (field.kind === "choice") return field.options.includes(value) ? value : field.default;
  const number = Number(value);
  return Number.isInteger(number) && number >= field.min && number <= field.max ? String(number) : "0";
}

/** Returns the first field that must be filled in and is not; nothing where all are. */
export function missingField(fields: readonly ImageField[], params: ImageParams): ImageField["name"] | undefined {
  return fields.find((field) => field.kind === "text" && field.isRequired && !params[field.name]?.trim())?.name;
}

/** Returns what goes into a record and to the model: the fields of the model alone, and nothing empty. */
export function sentParams(fields: readonly ImageField[], params: ImageParams): ImageParams {
  const values = fields.map(({ name }) => [name, params[name] ?? ""] as const);
  return Object.fromEntries(values.filter(([, value]) => value.trim() !== ""));
}

/** Returns the form after a picture was ordered: texts and numbers are empty again, choices stay. */
export function clearedParams(fields: readonly ImageField[], params: ImageParams): ImageParams {
  const cleared = fields.map((field) => [field.name, field.kind === "choice" ? (params[field.name] ?? "") : ""]);
  return filledParams(fields, { ...params, ...Object.fromEntries(cleared) });
}

/** Returns width and height of the shape that was asked for; nothing where the model decides it. */
export function shapeOf(params: ImageParams): readonly [width: number, height: number] | undefined {
  const [, width, height] = /^(\d+)[:x](\d+)$/.exec(params.aspect_ratio ?? params.size ?? "") ?? [];
  return width && height ? [Number(width), Number(height)] : undefined;
}

/**
 * Whether a model of a list draws or films when it is asked as for a chat. Those that other services run under
 * names of Stability and Flux, and films of others than Zhipu, are asked in ways of their own.
 */
export function drawsOnRequest(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(dall-?e|gpt-image|chatgpt-image|cogview|glm-image|cogvideo)|-image(-|$)/i.test(name);
}
