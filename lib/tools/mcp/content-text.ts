import type { ToolMedia, ToolOutcome } from "@/lib/chat/tool";
import { isRecord } from "@/lib/json";
import { mediaOfData } from "@/lib/tools/mcp/content-media";
import * as z from "@/lib/zod";

const optionalText = z.catch(z.string(), "");

/** The content of a resource: text or bytes. */
const resourceContentSchema = z.object({
  uri: optionalText,
  mimeType: optionalText,
  text: z.catch(z.optional(z.string()), undefined),
  blob: optionalText,
});
type ResourceContent = z.output<typeof resourceContentSchema>;

const partSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.enum(["image", "audio"]), mimeType: optionalText, data: optionalText }),
  z.object({ type: z.literal("resource"), resource: resourceContentSchema }),
  z.object({ type: z.literal("resource_link"), uri: z.string(), name: optionalText, description: optionalText }),
]);

type Part = z.output<typeof partSchema>;

const messageSchema = z.object({ content: z.unknown() });

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
      const read = z.safeParse(resourceContentSchema, content);
      return read.success ? [read.data.text ?? named(read.data)] : [];
    })
    .join("\n\n");
}

/** Returns the text of a prompt's messages. */
export function promptText(result: unknown): string {
  const messages = isRecord(result) && Array.isArray(result.messages) ? result.messages : [];
  return messages
    .flatMap((message) => {
      const read = z.safeParse(messageSchema, message);
      return read.success ? [textOfParts(readParts([read.data.content]))] : [];
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

function readParts(content: unknown): Part[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const read = z.safeParse(partSchema, part);
    return read.success ? [read.data] : [];
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
      return `(${part.type === "image" ? "An image" : "A sound"}${ofType(part)}, ${mediaOf(part) ? "shown to the user" : "not shown here"}.)`;
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
