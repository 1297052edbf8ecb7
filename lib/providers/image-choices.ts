import type { ImageOptions } from "@/lib/chat/image-options";
import { baseName, modelFact } from "@/lib/providers/model-families";
import { ownResponsesServer, ownServer } from "@/lib/providers/places";

/** The options that a family of image models accepts. Absent ones are neither offered nor sent. */
interface ImageFamily {
  /** Tested against the model's name in lower case, without the folder of a vendor (`openai/…`). */
  readonly match: RegExp;
  /** The places (`placeOf`) with an API for the options; all if absent. Others reach the model through a chat. */
  readonly at?: readonly string[];
  readonly sizes?: readonly string[];
  readonly aspectRatios?: readonly ImageOptions["aspectRatio"][];
  readonly qualities?: readonly ImageOptions["quality"][];
  readonly styles?: readonly ImageOptions["style"][];
  readonly backgrounds?: readonly ImageOptions["background"][];
  readonly formats?: readonly ImageOptions["format"][];
  /** Maximum number of images of one request. */
  readonly maxCount?: number;
}

const openAIs = ["OpenAI", "Azure", ownServer, ownResponsesServer];
const gptImage = {
  at: openAIs,
  qualities: ["standard", "low", "medium", "hd"],
  backgrounds: ["auto", "opaque", "transparent"],
  formats: ["PNG", "JPEG", "WebP"],
  maxCount: 4,
} as const;
const gptSizes = ["1024x1024", "1536x1024", "1024x1536"];
const gemini = {
  at: ["Google"],
  aspectRatios: ["auto", "1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"],
} as const;

/** The options of image models by family; the first row whose name matches counts. */
const imageFamilies: readonly ImageFamily[] = [
  // https://developers.openai.com/api/reference/resources/images/methods/generate
  { match: /^gpt-image-1(?!\d)|^chatgpt-image/, ...gptImage, sizes: [...gptSizes, "auto"] },
  // Sides are multiples of 16 up to 3840 pixels, with at most 8,294,400 pixels.
  { match: /^gpt-image/, ...gptImage, sizes: [...gptSizes, "2048x2048", "3840x2160", "2160x3840", "auto"] },
  {
    match: /^dall-e-3$/,
    sizes: ["1024x1024", "1792x1024", "1024x1792"],
    qualities: ["standard", "hd"],
    styles: ["vivid", "natural"],
  },
  // https://docs.bigmodel.cn/api-reference
  {
    match: /^cogview/,
    sizes: ["1024x1024", "768x1344", "864x1152", "1344x768", "1152x864", "1440x720", "720x1440"],
  },
  // https://ai.google.dev/gemini-api/docs/image-generation
  { match: /^gemini-([3-9]|[1-9]\d)(?!\d).*image/, ...gemini, sizes: ["1K", "2K", "4K"] },
  { match: /^gemini-2\.5-flash-image/, ...gemini },
];

/** Returns the options of an image model at a place (`placeOf`). */
export function imageChoices(place: string, model: string): Omit<ImageFamily, "match" | "at"> {
  const family = familyOf(model);
  return family && (family.at === undefined || family.at.includes(place)) ? family : {};
}

/** Returns the requested options that a model accepts, for a codec whose place has an API for them. */
export function acceptedOptions(model: string, requested: Partial<ImageOptions> = {}): Partial<ImageOptions> {
  const family = familyOf(model) ?? { match: /^$/ };
  const count = Math.min(Math.max(1, Math.round(requested.count ?? 1)), family.maxCount ?? 1);
  const accepted: Record<keyof ImageOptions, unknown> = {
    size: fitting(family.sizes, requested.size),
    aspectRatio: fitting(family.aspectRatios, requested.aspectRatio),
    quality: fitting(family.qualities, requested.quality),
    style: fitting(family.styles, requested.style),
    background: fitting(family.backgrounds, requested.background),
    format: fitting(family.formats, requested.format),
    count,
  };
  return Object.fromEntries(Object.entries(accepted).filter(([, value]) => value !== undefined));
}

function familyOf(model: string): ImageFamily | undefined {
  const name = baseName(model);
  return imageFamilies.find(({ match }) => match.test(name));
}

/** Returns a value if it is one of the options, else the first option; undefined without options. */
export function fitting<T>(options: readonly T[] | undefined, value: T | undefined): T | undefined {
  return options?.find((option) => option === value) ?? options?.[0];
}

/** Whether an image model at a place (`placeOf`) changes the part of an image that a mask shows. */
export function takesMasks(place: string, model: string): boolean {
  const sees = modelFact(model, "sees");
  return modelFact(model, "makes") === "images" && Array.isArray(sees) && sees.includes(place);
}
