import { isRecord } from "@/lib/json";
import { type JsonSchema, jsonSchemaOf } from "@/lib/tools/openapi/json-schema";
import type { OpenApiDocument } from "@/lib/tools/openapi/read-document";
import { dereference } from "@/lib/tools/openapi/references";

const methods = ["get", "put", "post", "delete", "patch", "head", "options"] as const;

/** The place of a parameter in the request. */
export type ParameterPlace = "path" | "query" | "header" | "cookie";

/** One parameter of an operation. */
export interface OperationParameter {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /**
   * Serialization of lists and objects; absent: the default of its place.
   * https://spec.openapis.org/oas/v3.1.0#style-values
   */
  readonly style?: string;
  readonly explode?: boolean;
}

/** The body of an operation. */
export interface OperationBody {
  readonly mediaType: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** One operation of a document, which becomes a tool. */
export interface Operation {
  /** The document's own id, or else method and path: `GET_pets_list`. */
  readonly id: string;
  /** The method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  readonly body?: OperationBody;
}

/** Maximum number of operations that are read from one document. */
const maxOperations = 2000;

/** Returns the operations of a document, in order. A broken operation does not affect the others. Never throws. */
export function operationsOf({ root }: OpenApiDocument): Operation[] {
  const paths = isRecord(root.paths) ? root.paths : {};
  return Object.entries(paths)
    .flatMap(([path, node]) => {
      const item = dereference(root, node);
      if (!isRecord(item)) return [];
      return methods.flatMap((method) => {
        const operation = dereference(root, item[method]);
        return isRecord(operation) ? [read(root, { path, method, item, operation })] : [];
      });
    })
    .slice(0, maxOperations);
}

interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly item: Readonly<Record<string, unknown>>;
  readonly operation: Readonly<Record<string, unknown>>;
}

type Root = OpenApiDocument["root"];

function read(root: Root, { path, method, item, operation }: FoundOperation): Operation {
  const { operationId, description, summary } = operation;
  const verb = method.toUpperCase();
  const body = bodyOf(root, operation.requestBody);
  return {
    id: textOf(operationId) || `${verb}${path.replaceAll("/", "_")}`,
    method: verb,
    path,
    description: textOf(description) || textOf(summary) || textOf(item.summary),
    parameters: parametersOf(root, item.parameters, operation.parameters),
    ...(body && { body }),
  };
}

/** Merges parameters: one of the operation overrides one of the path with the same name and place. */
function parametersOf(root: Root, ...lists: readonly unknown[]): OperationParameter[] {
  const found = new Map<string, OperationParameter>();
  for (const node of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const parameter = parameterOf(root, dereference(root, node));
    if (parameter) found.set(`${parameter.place} ${parameter.name}`, parameter);
  }
  return [...found.values()];
}

function parameterOf(root: Root, node: unknown): OperationParameter | undefined {
  if (!isRecord(node) || typeof node.name !== "string") return undefined;
  const place = (["path", "query", "header", "cookie"] as const).find((each) => each === node.in);
  if (!place) return undefined;
  const content = isRecord(node.content) ? Object.values(node.content)[0] : undefined;
  const schema = node.schema ?? (isRecord(content) ? content.schema : undefined);
  return {
    name: node.name,
    place,
    isRequired: place === "path" || node.required === true,
    description: textOf(node.description),
    schema: schema === undefined ? { type: "string" } : jsonSchemaOf(root, schema),
    ...(typeof node.style === "string" && { style: node.style }),
    ...(typeof node.explode === "boolean" && { explode: node.explode }),
  };
}

/** Media types in order of preference: those that a model can fill best come first. */
const mediaTypes = [
  /^application\/json\b/,
  /\+json\b/,
  /^application\/x-www-form-urlencoded\b/,
  /^multipart\//,
  /^text\//,
];

function bodyOf(root: Root, node: unknown): OperationBody | undefined {
  const found = dereference(root, node);
  const content = isRecord(found) && isRecord(found.content) ? found.content : undefined;
  if (!content || !isRecord(found)) return undefined;
  const names = Object.keys(content);
  const mediaType = mediaTypes.flatMap((pattern) => names.find((name) => pattern.test(name)) ?? [])[0] ?? names[0];
  if (mediaType === undefined) return undefined;
  const media = content[mediaType];
  const schema = isRecord(media) ? jsonSchemaOf(root, media.schema) : {};
  return { mediaType, isRequired: found.required === true, schema };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
