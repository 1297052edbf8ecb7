import { isRecord, recordOf } from "@/lib/json";
import { refuse } from "@/lib/server/error-response";
import { foldedName } from "@/lib/server/field-name";
import { type ModelGate, permittedModel } from "@/lib/server/model-gate";
import type { RelayCall } from "@/lib/server/relay-call";
import { relayRules } from "@/lib/server/relay-rules";

type Body = Readonly<Record<string, unknown>>;

/** Fields with messages, and with schemas of the output: a `model` inside them is data and requests nothing. */
export const dataFields: ReadonlySet<string> = new Set([
  "messages",
  "input",
  "contents",
  "system",
  "system_instruction",
  "systeminstruction",
  "instructions",
  "prompt",
  "metadata",
  "function",
  "functions",
  "function_declarations",
  "functiondeclarations",
  "parameters",
  "input_schema",
  "generation_config",
  "generationconfig",
  "response_format",
  "text",
]);

/**
 * Fields whose strings name models, as `foldedName` returns them: `models`, `fallbacks`, `context_window_fallbacks`,
 * `deployment_id`, `modelName`. Gateways such as LiteLLM accept them beside or instead of `model`.
 */
const nameField = /(models?|fallbacks?|deployments?|(models?|deployments?)[-_]?(ids?|names?))$/;
/** Another name for `model` at the top of a body and in `extra_body`. Deeper, it is the search engine of a plugin. */
const engineField = /^engine([-_]?(id|name))?$/;
const maxEngineDepth = 1;

/** Maximum depth of a body; no setting is deeper. */
const maxDepth = 32;

/**
 * Whether a body names models in other fields than its `model`: fallbacks, further names, or models of tools. Bodies
 * that are too deep to check count as such.
 */
export function namesFurtherModels(body: Body, depth = 0): boolean {
  return Object.entries(body).some(([field, value]) => {
    const name = foldedName(field);
    if (dataFields.has(name) || (depth === 0 && field === "model")) return false;
    const isName = nameField.test(name) || (depth <= maxEngineDepth && engineField.test(name));
    return (isName && isNaming(value)) || hasFurtherModels(value, depth + 1);
  });
}

function hasFurtherModels(value: unknown, depth: number): boolean {
  if (depth > maxDepth) return true;
  if (Array.isArray(value)) return value.some((each) => hasFurtherModels(each, depth + 1));
  return isRecord(value) && namesFurtherModels(value, depth);
}

/** Whether a field has a value that can name a model. */
function isNaming(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "";
}

/**
 * Returns the body with all model names checked and in canonical form. Throws a refusal if one is not allowed.
 *
 * A call names its model in the path or at the top of its body. Further names are beside it and deeper: fallbacks of
 * OpenRouter (`models`) and LiteLLM (`fallbacks`), models of OpenAI's and Anthropic's tools, and the parts of Groq's
 * compound systems.
 */
export function withPermittedModels(body: Body, { model, target, listed }: RelayCall, gate: ModelGate): Body {
  if (!gate.isClosed) return body;
  // A request for a realtime key contains the conversation, which names the model.
  const naming = listed === "v1/realtime/client_secrets" ? recordOf(body.session) : body;
  const named = Object.keys(naming).filter((field) => foldedName(field) === "model");
  if (named.length === 0 && model === undefined) throw refuse("malformed");
  if (named.some((field) => typeof naming[field] !== "string")) throw refuse("malformed");
  return checkedFields(body, false, 0);

  function checkedFields(record: Body, areNames: boolean, depth: number): Body {
    if (depth > maxDepth) throw refuse("malformed");
    const entries = Object.entries(record).map(([field, value]) => {
      const name = foldedName(field);
      if (dataFields.has(name)) return [field, value];
      const isName = nameField.test(name) || (depth <= maxEngineDepth && engineField.test(name));
      return [field, checked(value, areNames || isName, depth)];
    });
    return Object.fromEntries(entries);
  }

  function checked(value: unknown, isName: boolean, depth: number): unknown {
    if (Array.isArray(value)) {
      if (depth > maxDepth) throw refuse("malformed");
      return value.map((each) => checked(each, isName, depth + 1));
    }
    if (isRecord(value)) return checkedFields(value, isName, depth + 1);
    return isName && typeof value === "string" ? permittedName(value, target, gate) : value;
  }
}

/** Returns a name in a body with its checked model. The prefix of the provider stays. */
function permittedName(value: string, target: RelayCall["target"], gate: ModelGate): string {
  const { modelPrefix: prefix = "" } = relayRules(target);
  if (!value.startsWith(prefix)) return permittedModel(value, target.provider, gate);
  return `${prefix}${permittedModel(value.slice(prefix.length), target.provider, gate)}`;
}
