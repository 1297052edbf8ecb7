import { isRecord } from "@/lib/json";

/** Maximum length of a document, in characters: parsing a larger one would block the page. */
const maxDocumentChars = 5_000_000;

/** The reason that a text is not a valid description of tools. */
export interface DocumentProblem {
  readonly kind: "empty" | "too-large" | "syntax" | "not-openapi" | "old-version" | "no-paths";
  /** The parser's own message, with the position. */
  readonly message?: string;
}

/** A parsed OpenAPI document with unresolved references. */
export interface OpenApiDocument {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The base URL of all paths: absolute, relative to the document's own URL, or empty without a server. */
  readonly server: string;
  /** The whole document, for resolving references. */
  readonly root: Readonly<Record<string, unknown>>;
}

export type ReadDocument =
  | { readonly document: OpenApiDocument; readonly problem?: undefined }
  | { readonly document?: undefined; readonly problem: DocumentProblem };

/** Reads an OpenAPI 3.0 or 3.1 document from JSON or YAML. Never throws and fetches nothing. */
export async function readOpenApi(text: string): Promise<ReadDocument> {
  if (text.trim() === "") return refused("empty");
  if (text.length > maxDocumentChars) return refused("too-large");
  const parsed = await parse(text);
  if ("message" in parsed) return refused("syntax", parsed.message);
  const root = parsed.value;
  if (!isRecord(root)) return refused("not-openapi");
  if (typeof root.swagger === "string") return refused("old-version", root.swagger);
  if (!/^3\.[01]/.test(String(root.openapi ?? ""))) return refused("not-openapi");
  if (!isRecord(root.paths) || Object.keys(root.paths).length === 0) return refused("no-paths");
  const info = isRecord(root.info) ? root.info : {};
  return {
    document: {
      title: textOf(info.title),
      version: textOf(info.version),
      description: textOf(info.description),
      server: serverOf(root.servers),
      root,
    },
  };
}

function refused(kind: DocumentProblem["kind"], message?: string): ReadDocument {
  return { problem: { kind, ...(message === undefined ? {} : { message }) } };
}

/** Parses YAML, or JSON with the much faster JSON parser. */
async function parse(text: string): Promise<{ value: unknown } | { message: string }> {
  const isJson = /^\s*[[{]/.test(text);
  try {
    if (isJson) return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError && !looksLikeFlowYaml(text)) return { message: error.message };
  }
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: false, logLevel: "silent" });
  const [error] = document.errors;
  if (error) return { message: error.message };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (thrown) {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Whether a text may be a YAML flow mapping, whose keys need no quotes. */
function looksLikeFlowYaml(text: string): boolean {
  return /^\s*\{\s*[A-Za-z]/.test(text);
}

/** Returns the URL of the first server, with the default values of its variables. */
function serverOf(servers: unknown): string {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (!isRecord(first) || typeof first.url !== "string") return "";
  const variables = isRecord(first.variables) ? first.variables : {};
  const url = first.url.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isRecord(variable) ? textOf(variable.default) : "";
  });
  const isWhole = /^https?:\/\//i.test(url);
  return isWhole || !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url) ? url.replace(/\/+$/, "") : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
