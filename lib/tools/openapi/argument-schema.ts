import { isRecord } from "@/lib/json";
import type { JsonSchema } from "@/lib/tools/openapi/json-schema";
import type { Operation, OperationBody, OperationParameter } from "@/lib/tools/openapi/operations";

/** The names of a call's arguments for each part of a request. */
export interface ArgumentNames {
  /** Parameters by argument name. */
  readonly parameters: ReadonlyMap<string, OperationParameter>;
  /** The argument with the whole body; absent: all arguments that are not parameters are fields of the body. */
  readonly wholeBody?: string;
}

/**
 * Returns the names of an operation's arguments. If two parameters in different places have the same name, the second
 * gets its place as a suffix.
 */
export function argumentNames({ parameters, body }: Operation): ArgumentNames {
  const named = new Map<string, OperationParameter>();
  for (const parameter of parameters) {
    const { name, place } = parameter;
    named.set(named.has(name) ? `${name}_${place}` : name, parameter);
  }
  if (!body || (isFlat(body) && Object.keys(fieldsOf(body)).every((field) => !named.has(field)))) {
    return { parameters: named };
  }
  const wholeBody = named.has("body") ? "request_body" : "body";
  return { parameters: named, wholeBody };
}

/** Whether a body is a plain object, whose fields can be arguments beside the parameters. */
function isFlat({ schema }: OperationBody): boolean {
  return isRecord(schema.properties) && schema.anyOf === undefined && schema.oneOf === undefined && !schema.allOf;
}

function fieldsOf({ schema }: OperationBody): JsonSchema {
  return isRecord(schema.properties) ? schema.properties : {};
}

/** Returns the JSON Schema of an operation's arguments: its parameters and the fields of its body, side by side. */
export function argumentSchema(operation: Operation): JsonSchema {
  const { parameters, wholeBody } = argumentNames(operation);
  const { body } = operation;
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, { description, schema, isRequired }] of parameters) {
    properties[name] = description ? { ...schema, description } : schema;
    if (isRequired) required.push(name);
  }
  if (body && wholeBody !== undefined) {
    properties[wholeBody] = body.schema;
    if (body.isRequired) required.push(wholeBody);
  } else if (body) {
    Object.assign(properties, fieldsOf(body));
    const ofBody = Array.isArray(body.schema.required) ? body.schema.required : [];
    if (body.isRequired) required.push(...ofBody.filter((name) => typeof name === "string"));
  }
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}
