import type { ImageOptions } from "@/lib/chat/image-options";
import { modelSettings } from "@/lib/chat/model-settings";
import { imageChoices } from "@/lib/providers/image-choices";

/** An image model, and the name of its provider. */
export interface ImageModel {
  readonly providerName: string;
  readonly model: string;
}

/** Parameters of an image by field name; empty ones are not sent. */
export type ImageParams = Readonly<Record<string, string>>;

/** One input of the image form; names are those of Stability's API and of stored records. */
export type ImageField =
  | { readonly name: "prompt" | "negative_prompt"; readonly kind: "text"; readonly isRequired?: true }
  | {
      readonly name: "model" | "aspect_ratio" | "style" | "output_format" | "size" | "quality" | "background";
      readonly kind: "choice";
      readonly options: readonly [string, ...string[]];
      readonly default: string;
    }
  | { readonly name: "seed"; readonly kind: "number"; readonly min: number; readonly max: number };

/** Name of the provider that only generates images. */
export const stabilityName = "Stability";

/** Stability's models, with full and short names. */
export const stabilityModels = [
  { model: "ultra", name: "Stable Image Ultra", short: "Ultra" },
  { model: "core", name: "Stable Image Core", short: "Core" },
  { model: "sd3", name: "Stable Diffusion 3", short: "SD 3" },
] as const;

/** Styles of Stability's models; the first one is the default. */
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

/** Aspect ratios of Stability's models, width before height. */
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
/**
 * Output formats of Stable Diffusion 3, which does not support WebP. https://platform.stability.ai/docs/api-reference
 */
const sd3Format: ImageField = { name: "output_format", kind: "choice", options: ["png", "jpeg"], default: "png" };

/** Returns the fields of an image model in form order; some depend on the values of others. */
export function imageFieldsOf({ providerName, model }: ImageModel, params: ImageParams = {}): readonly ImageField[] {
  if (providerName === stabilityName) {
    if (model === "core") return [prompt, negativePrompt, aspectRatio, style, seed, outputFormat];
    // Ultra has no style field: a default style would turn every image into a 3D model.
    if (model !== "sd3") return [prompt, negativePrompt, aspectRatio, seed, outputFormat];
    const isTurbo = params.model?.endsWith("-turbo") ?? false;
    return [prompt, ...(isTurbo ? [] : [negativePrompt]), aspectRatio, version, seed, sd3Format];
  }
  const { sizes, aspectRatios, qualities, styles, backgrounds, formats } = imageChoices(providerName, model);
  return [
    prompt,
    ...choiceField("size", sizes),
    ...choiceField("aspect_ratio", aspectRatios),
    ...choiceField("quality", qualities),
    ...choiceField("style", styles),
    ...choiceField("background", backgrounds),
    ...choiceField("output_format", formats),
  ];
}

type ChoiceName = Extract<ImageField, { readonly kind: "choice" }>["name"];

/** Returns the field of a choice, whose first option is the default; empty without options. */
function choiceField(name: ChoiceName, options: readonly string[] = []): readonly ImageField[] {
  const [first, ...others] = options;
  return first === undefined ? [] : [{ name, kind: "choice", options: [first, ...others], default: first }];
}

/** Returns the values of a form: previous ones if they are still valid, else the defaults. */
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

/** Returns the first required field that is empty; undefined if all are filled. */
export function missingField(fields: readonly ImageField[], params: ImageParams): ImageField["name"] | undefined {
  return fields.find((field) => field.kind === "text" && field.isRequired && !params[field.name]?.trim())?.name;
}

/** Returns the values for the record and the model: only fields of the model, without empty ones. */
export function sentParams(fields: readonly ImageField[], params: ImageParams): ImageParams {
  const values = fields.map(({ name }) => [name, params[name] ?? ""] as const);
  return Object.fromEntries(values.filter(([, value]) => value.trim() !== ""));
}

/** Returns the form after an image was requested: texts and numbers are cleared, choices remain. */
export function clearedParams(fields: readonly ImageField[], params: ImageParams): ImageParams {
  const cleared = fields.map((field) => [field.name, field.kind === "choice" ? (params[field.name] ?? "") : ""]);
  return filledParams(fields, { ...params, ...Object.fromEntries(cleared) });
}

/** Returns width and height of the requested shape; undefined if the model decides it. */
export function shapeOf(params: ImageParams): readonly [width: number, height: number] | undefined {
  const [, width, height] = /^(\d+)[:x](\d+)$/.exec(params.aspect_ratio ?? params.size ?? "") ?? [];
  return width && height ? [Number(width), Number(height)] : undefined;
}

/**
 * Whether a listed model generates images or videos through the chat or images endpoint. Models of Stability and Flux
 * on other services, and videos of providers other than Zhipu, have different APIs.
 */
export function generatesImagesOnRequest(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(dall-?e|gpt-image|chatgpt-image|cogview|glm-image|cogvideo)|-image(-|$)/i.test(name);
}

/** Returns the options of a request with these values. Codecs skip those that the model does not accept. */
export function imageOptionsIn(params: ImageParams): Partial<ImageOptions> {
  const { aspectRatio, quality, style, background, imageFormat } = modelSettings;
  return {
    ...(params.size !== undefined && { size: params.size }),
    aspectRatio: aspectRatio.read(params.aspect_ratio),
    quality: quality.read(params.quality),
    style: style.read(params.style),
    background: background.read(params.background),
    format: imageFormat.read(params.output_format),
  };
}
