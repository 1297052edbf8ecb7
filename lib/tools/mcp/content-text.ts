import * as v from "valibot";
import type { ToolOutcome } from "@/lib/chat/tool";
import { isRecord } from "@/lib/fields/fields";

const optionalText = v.fallback(v.string(), "");

/** What a resource holds: text, or bytes that are only named. */
const resourceContentSchema = v.object({
  uri: optionalText,
  mimeType: optionalText,
  text: v.fallback(v.optional(v.string()), undefined),
});
type ResourceContent = v.InferOutput<typeof resourceContentSchema>;

const partSchema = v.variant("type", [
  v.object({ type: v.literal("text"), text: v.string() }),
  v.object({ type: v.picklist(["image", "audio"]), mimeType: optionalText }),
  v.object({ type: v.literal("resource"), resource: resourceContentSchema }),
  v.object({ type: v.literal("resource_link"), uri: v.string(), name: optionalText, description: optionalText }),
]);

const messageSchema = v.object({ content: v.unknown() });

/** Answers the result of a tool's call as text: its parts, else what it says in fields. */
export function outcomeOf(result: unknown): ToolOutcome {
  if (!isRecord(result)) return { text: "" };
  const parts = textOfParts(result.content);
  const text = parts === "" && result.structuredContent ? JSON.stringify(result.structuredContent) : parts;
  return result.isError === true ? { text, problem: "failed" } : { text };
}

/** Answers the text of a resource that was read; what is no text is named. */
export function resourceText(result: unknown): string {
  const contents = isRecord(result) && Array.isArray(result.contents) ? result.contents : [];
  return contents
    .flatMap((content) => {
      const read = v.safeParse(resourceContentSchema, content);
      return read.success ? [read.output.text ?? named(read.output)] : [];
    })
    .join("\n\n");
}

/** Answers the text of the messages that a prompt is made of. */
export function promptText(result: unknown): string {
  const messages = isRecord(result) && Array.isArray(result.messages) ? result.messages : [];
  return messages
    .flatMap((message) => {
      const read = v.safeParse(messageSchema, message);
      return read.success ? [textOfParts([read.output.content])] : [];
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

function textOfParts(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part) => {
      const read = v.safeParse(partSchema, part);
      return read.success ? [textOfPart(read.output)] : [];
    })
    .join("\n\n");
}

/** Written for the model, which reads English best. */
function textOfPart(part: v.InferOutput<typeof partSchema>): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `(${part.type === "image" ? "An image" : "A sound"}${part.mimeType && ` of type ${part.mimeType}`}, not shown here.)`;
    case "resource":
      return part.resource.text === undefined ? named(part.resource) : `${part.resource.uri}\n${part.resource.text}`;
    case "resource_link":
      return [part.name, part.uri, part.description].filter(Boolean).join("\n");
  }
}

function named({ uri, mimeType }: ResourceContent): string {
  return `(The content of ${uri || "a resource"}${mimeType && ` of type ${mimeType}`} is no text.)`;
}
