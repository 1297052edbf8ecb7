import { isRecord } from "@/lib/json";
import { argumentNames } from "@/lib/tools/openapi/argument-schema";
import type { Operation, OperationParameter } from "@/lib/tools/openapi/operations";

/** A request to a plugin's server as plain data. */
export interface PluginCall {
  readonly method: string;
  /** The path below the server's URL, with a leading slash and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or the fields of a multipart form. */
  readonly body?: string | { readonly form: readonly (readonly [name: string, value: string])[] };
}

/** A credential and its place in the request. */
export interface PluginCredential {
  readonly place: "header" | "query" | "body";
  readonly name: string;
  readonly value: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Builds the request of one operation. Arguments that are not parameters are fields of the body. Values are serialized
 * as the document specifies. https://spec.openapis.org/oas/v3.1.0#style-values
 */
export function buildPluginCall(operation: Operation, args: Arguments, credential?: PluginCredential): PluginCall {
  const { parameters, wholeBody } = argumentNames(operation);
  let path = operation.path;
  const query: string[] = [];
  const cookies: string[] = [];
  const headers: Record<string, string> = {};
  for (const [name, parameter] of parameters) {
    const value = args[name];
    if (parameter.place === "path") path = path.replaceAll(`{${parameter.name}}`, pathText(parameter, value));
    if (value === undefined || value === null) continue;
    if (parameter.place === "query") query.push(...queryParts(parameter, value));
    if (parameter.place === "header") headers[parameter.name] = plainText(value);
    if (parameter.place === "cookie") cookies.push(`${parameter.name}=${encodeURIComponent(plainText(value))}`);
  }
  if (cookies.length > 0) headers.Cookie = cookies.join("; ");
  const fields = Object.entries(args).filter(([name]) => !parameters.has(name));
  const sent = wholeBody === undefined ? Object.fromEntries(fields) : args[wholeBody];
  const body = bodyOf(operation, sent, credential?.place === "body" ? credential : undefined);
  if (credential?.place === "query") query.push(pair(credential.name, credential.value));
  if (credential?.place === "header") headers[credential.name] = credential.value;
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}${path.includes("?") ? "&" : "?"}${query.join("&")}` : path,
    headers: { ...headers, ...body?.headers },
    ...(body && { body: body.content }),
  };
}

/**
 * Returns a value for the path: no dot segment, no slash, nothing that could lead to another path
 * (docs/security.md#o45).
 */
function pathText({ style, explode, name }: OperationParameter, value: unknown): string {
  const text = encodeURIComponent(listed(value).join(","));
  const safe = /^\.{1,2}$/.test(text) ? text.replaceAll(".", "%2E") : text;
  if (style === "label") return `.${safe}`;
  if (style === "matrix" && !explode) return `;${encodeURIComponent(name)}=${safe}`;
  return safe;
}

function queryParts(
  { name, style = "form", explode = style === "form" }: OperationParameter,
  value: unknown,
): string[] {
  if (style === "deepObject" && isRecord(value)) {
    return Object.entries(value).map(([field, each]) => pair(`${name}[${field}]`, plainText(each)));
  }
  if (explode && isRecord(value)) return Object.entries(value).map(([field, each]) => pair(field, plainText(each)));
  if (explode && Array.isArray(value)) return value.map((each) => pair(name, plainText(each)));
  const separator = { pipeDelimited: "|", spaceDelimited: " " }[style] ?? ",";
  return [pair(name, listed(value).join(separator))];
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** Returns the texts of a list, or the alternating names and values of an object. */
function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(plainText);
  if (isRecord(value)) return Object.entries(value).flatMap(([name, each]) => [name, plainText(each)]);
  return [plainText(value)];
}

function plainText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function bodyOf({ body }: Operation, sent: unknown, credential: PluginCredential | undefined) {
  const isEmpty = sent === undefined || (isRecord(sent) && Object.keys(sent).length === 0 && !body?.isRequired);
  if (!credential && (!body || isEmpty)) return undefined;
  const mediaType = body?.mediaType ?? "application/json";
  const fields = isRecord(sent) ? sent : {};
  const whole = credential ? { ...fields, [credential.name]: credential.value } : sent;
  const pairs = Object.entries(isRecord(whole) ? whole : {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, plainText(each)] as const),
  );
  // The sender sets the content type of a multipart form, because only it knows the boundary.
  if (mediaType.startsWith("multipart/")) return { content: { form: pairs }, headers: {} };
  const headers = { "Content-Type": mediaType };
  if (mediaType.startsWith("application/x-www-form-urlencoded")) {
    return { content: pairs.map(([name, value]) => pair(name, value)).join("&"), headers };
  }
  const isJson = /\bjson\b/.test(mediaType);
  return { content: isJson || typeof whole !== "string" ? JSON.stringify(whole) : whole, headers };
}
