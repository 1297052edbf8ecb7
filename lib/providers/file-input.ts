import type { FileInput } from "@/lib/chat/original-files";
import { baseName } from "@/lib/providers/model-families";

interface FileInputRow extends FileInput {
  /** The provider's name (`placeOf`). */
  readonly place: string;
  /** The models that have it, tested against the name in lower case without the folder of a vendor. */
  readonly match: RegExp;
}

/** The inputs of files; the first row with the place and the model counts. */
const inputs: readonly FileInputRow[] = [
  // Models with a longer context take 600 pages. https://platform.claude.com/docs/en/build-with-claude/pdf-support
  { place: "Anthropic", match: /^claude-(?!2|instant|3-(opus|sonnet|haiku))/, maxPages: 100 },
  // https://ai.google.dev/gemini-api/docs/document-processing
  {
    place: "Google",
    match: /^gemini-(1\.5|[2-9]|[1-9]\d|(pro|flash)-latest)(?!.*(image|tts|audio|live|embedding))/,
    maxPages: 1_000,
  },
  // Models with vision, from GPT-4o on. https://developers.openai.com/api/docs/guides/file-inputs
  {
    place: "OpenAI",
    match:
      /^(gpt-4o|chatgpt-4o|gpt-4\.[1-9]|gpt-([5-9]|[1-9]\d)(?!\d)|chat-latest|o1(?!-(mini|preview))|o3(?!-mini)|o4)(?!.*(audio|image|realtime|search|transcribe|tts))/,
  },
];

/**
 * The vendors whose models get the file itself at OpenRouter. It converts files for other models, at a price.
 * https://openrouter.ai/docs/guides/overview/multimodal/pdfs
 */
const openRouterVendors: Readonly<Record<string, string>> = {
  anthropic: "Anthropic",
  google: "Google",
  openai: "OpenAI",
};

/** Returns the input of original PDF files that a provider has for a model; undefined without one. */
export function fileInputOf(place: string, model: string): FileInput | undefined {
  const vendor = model.toLowerCase().split("/")[0] ?? "";
  const vendorPlace = Object.hasOwn(openRouterVendors, vendor) ? openRouterVendors[vendor] : undefined;
  const rowPlace = place === "OpenRouter" ? vendorPlace : place;
  const name = baseName(model);
  return inputs.find((row) => row.place === rowPlace && row.match.test(name));
}
