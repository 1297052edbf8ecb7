import { isRecord, parseJson } from "@/lib/json";
import * as z from "@/lib/zod";

/** Maximum length of a message of a page, in characters of JSON. */
export const maxMessageChars = 1_000_000;

/** Maximum length of names, URIs and addresses in a message, in characters. */
const maxNameChars = 2000;

const name = z.string().check(z.minLength(1), z.maxLength(maxNameChars));
const jsonObject = z.record(z.string(), z.unknown());
const displayMode = z.enum(["inline", "fullscreen", "pip"]);

/** Ways to display a page. */
export type ViewDisplayMode = z.output<typeof displayMode>;

/** The texts of content blocks; blocks of other types are skipped. One block counts as a list of one. */
const contentText = z.pipe(
  z.union([z.array(jsonObject), jsonObject]),
  z.transform((content) => {
    const blocks: readonly Readonly<Record<string, unknown>>[] = Array.isArray(content) ? content : [content];
    return blocks.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])).join("\n\n");
  }),
);

/** The parameters of each request that a page may send. */
const requests = {
  "ui/initialize": z.object({
    protocolVersion: z.string(),
    appCapabilities: z.catch(
      z.object({ availableDisplayModes: z.catch(z.optional(z.array(displayMode)), undefined) }),
      {},
    ),
  }),
  ping: z.catch(z.object({}), {}),
  "tools/call": z.object({ name, arguments: z.optional(jsonObject) }),
  "resources/read": z.object({ uri: name }),
  "ui/open-link": z.object({ url: name }),
  "ui/message": z.object({ role: z.literal("user"), content: contentText }),
  "ui/update-model-context": z.object({
    content: z.optional(contentText),
    structuredContent: z.optional(jsonObject),
  }),
  "ui/request-display-mode": z.object({ mode: displayMode }),
} as const;

/** The parameters of each notification that a page may send; all others are ignored. */
const notifications = {
  "ui/notifications/initialized": z.catch(z.object({}), {}),
  "ui/notifications/size-changed": z.object({ height: z.optional(z.number()) }),
} as const;

type Requests = { [Method in keyof typeof requests]: z.output<(typeof requests)[Method]> };
type Notifications = { [Method in keyof typeof notifications]: z.output<(typeof notifications)[Method]> };

/** Id of a request. */
export type RpcId = string | number;

/** A valid request of a page. */
export type ViewRequest = {
  [Method in keyof Requests]: { readonly method: Method; readonly params: Requests[Method] };
}[keyof Requests];

/** A valid notification of a page. */
export type ViewNotification = {
  [Method in keyof Notifications]: { readonly method: Method; readonly params: Notifications[Method] };
}[keyof Notifications];

/** A message of a page: a request, a request that cannot be executed, a notification, or the response to a request. */
export type ViewMessage =
  | { readonly type: "request"; readonly id: RpcId; readonly request: ViewRequest }
  | { readonly type: "invalid"; readonly id: RpcId; readonly code: number; readonly message: string }
  | { readonly type: "notification"; readonly notification: ViewNotification }
  | { readonly type: "response"; readonly id: RpcId };

/** Error codes of JSON-RPC. https://www.jsonrpc.org/specification#error_object */
const methodNotFound = -32601;
const invalidParams = -32602;

const rpcId = z.union([z.string().check(z.maxLength(100)), z.int()]);

/** Parses a JSON-RPC message of a page. Returns undefined for anything else; such a message is ignored. Never throws. */
export function readViewMessage(text: unknown): ViewMessage | undefined {
  if (typeof text !== "string" || text.length > maxMessageChars) return undefined;
  const message = parseJson(text);
  if (!isRecord(message) || message.jsonrpc !== "2.0") return undefined;
  const { method, params = {} } = message;
  const id = z.safeParse(rpcId, message.id);
  if (method === undefined) return id.success ? { type: "response", id: id.data } : undefined;
  if (typeof method !== "string") return undefined;
  if (message.id === undefined) return readNotification(method, params);
  if (!id.success) return undefined;
  if (!Object.hasOwn(requests, method))
    return { type: "invalid", id: id.data, code: methodNotFound, message: "Method not found" };
  const read = z.safeParse(requests[method as keyof Requests] as z.ZodMiniType<unknown>, params);
  if (!read.success) return { type: "invalid", id: id.data, code: invalidParams, message: "Invalid params" };
  return { type: "request", id: id.data, request: { method, params: read.data } as ViewRequest };
}

function readNotification(method: string, params: unknown): ViewMessage | undefined {
  if (!Object.hasOwn(notifications, method)) return undefined;
  const read = z.safeParse(notifications[method as keyof Notifications] as z.ZodMiniType<unknown>, params);
  if (!read.success) return undefined;
  return { type: "notification", notification: { method, params: read.data } as ViewNotification };
}
