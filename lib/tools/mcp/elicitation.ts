import type { ToolRequest } from "@/lib/chat/tool-request";
import { readRequestField } from "@/lib/tools/mcp/request-field";
import * as z from "@/lib/zod";

/** Limits for requests to the user; a request beyond them is rejected as invalid. */
const maxFields = 30;
const maxMessageChars = 4000;
const maxUrlChars = 2000;

const message = z.string().check(z.maxLength(maxMessageChars));

const requestSchema = z.union([
  z.object({
    mode: z.literal("url"),
    message,
    url: z.string().check(z.maxLength(maxUrlChars), z.refine(isLink)),
  }),
  z.object({
    mode: z.optional(z.literal("form")),
    message,
    requestedSchema: z.object({
      properties: z.record(z.string(), z.unknown()),
      required: z.optional(z.array(z.string())),
    }),
  }),
]);

/** Reads the parameters of `elicitation/create`; undefined if they are invalid or beyond the limits. */
export function readElicitation(params: unknown): ToolRequest | undefined {
  const { success, data } = z.safeParse(requestSchema, params);
  if (!success) return undefined;
  if (data.mode === "url") return { type: "link", message: data.message, url: new URL(data.url).href };
  const { properties, required = [] } = data.requestedSchema;
  const entries = Object.entries(properties);
  if (entries.length > maxFields) return undefined;
  const fields = entries.flatMap(([name, schema]) => readRequestField(name, schema, required.includes(name)) ?? []);
  return fields.length === entries.length ? { type: "form", message: data.message, fields } : undefined;
}

/** Only encrypted pages without credentials in their address are offered. */
function isLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && username === "" && password === "";
}
