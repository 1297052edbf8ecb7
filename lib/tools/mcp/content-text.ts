import * as v from "valibot";
import type { ToolMedia, ToolOutcome } from "@/lib/chat/tool";
import { isRecord } from "@/lib/fields/fields";
import { mediaOfData } from "@/lib/tools/mcp/content-media";

const optionalText = v.fallback(v.string(), "");

/** The content of a resource: text or bytes. */
const resourceContentSchema = v.object({
  uri: optionalText,
  mimeType: optionalText,
  text: v.fallback(v.optional(v.string()), undefined),
  blob: optionalText,
});
type ResourceContent = v.InferOutput<typeof resourceContentSchema>;

const partSchema = v.variant("type", [
  v.object({ type: v.literal("text"), text: v.string() }),
  v.object({ type: v.picklist(["image", "audio"]), mimeType: optionalText, data: optionalText }),
  v.object({ type: v.literal("resource"), resource: resourceContentSchema }),
  v.object({ type: v.literal("resource_link"), uri: v.string(), name: optionalText, description: optionalText }),
]);

type Part = v.InferOutput<typeof partSchema>;

const messageSchema = v.object({ content: v.unknown() });

/** Maximum number of stored images and audio files of one result. */
const maxMedia = 10;

/** Returns the result of a tool call: its parts as text, or else its structured content, and its media. */
export function outcomeOf(result: unknown): ToolOutcome {
  if (!isRecord(result)) return { text: "" };
  const parts = readParts(result.content);
  const media = parts.flatMap((part) => mediaOf(part) ?? []).slice(0, maxMedia);
  const said = textOfParts(parts);
  const text = said === "" && result.structuredContent ? JSON.stringify(result.structuredContent) : said;
  return { text, ...(media.length > 0 && { media }), ...(result.isError === true && { problem: "failed" }) };
}

/** Returns the text of a resource; content that is not text is named. */
export function resourceText(result: unknown): string {
  const contents = isRecord(result) && Array.isArray(result.contents) ? result.contents : [];
  return contents
    .flatMap((content) => {
      const read = v.safeParse(resourceContentSchema, content);
      return read.success ? [read.output.text ?? named(read.output)] : [];
    })
    .join("\n\n");
}

/** Returns the text of a prompt's messages. */
export function promptText(result: unknown): string {
  const messages = isRecord(result) && Array.isArray(result.messages) ? result.messages : [];
  return messages
    .flatMap((message) => {
      const read = v.safeParse(messageSchema, message);
      return read.success ? [textOfParts(readParts([read.output.content]))] : [];
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

function readParts(content: unknown): Part[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const read = v.safeParse(partSchema, part);
    return read.success ? [read.output] : [];
  });
}

function textOfParts(parts: readonly Part[]): string {
  return parts.map(textOfPart).join("\n\n");
}

/** Returns a part as text for the model, in English. */
function textOfPart(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `(${part.type === "image" ? "An image" : "A sound"}${ofType(part)}, ${mediaOf(part) ? "shown to the person" : "not shown here"}.)`;
    case "resource":
      return part.resource.text === undefined ? named(part.resource) : `${part.resource.uri}\n${part.resource.text}`;
    case "resource_link":
      return [part.name, part.uri, part.description].filter(Boolean).join("\n");
  }
}

function mediaOf(part: Part): ToolMedia | undefined {
  if (part.type === "image" || part.type === "audio") return mediaOfData(part.mimeType, part.data);
  return part.type === "resource" ? mediaOfData(part.resource.mimeType, part.resource.blob) : undefined;
}

function named(content: ResourceContent): string {
  return `(The content of ${content.uri || "a resource"}${ofType(content)} is no text.)`;
}

function ofType({ mimeType }: { readonly mimeType: string }): string {
  return mimeType && ` of type ${mimeType}`;
}
