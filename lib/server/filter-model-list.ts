import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";
import { refuse } from "@/lib/server/error-response";
import type { ModelGate } from "@/lib/server/model-gate";
import type { RelayCall } from "@/lib/server/relay-call";
import { readAnswer } from "@/lib/server/request-body";

/** Maximum size of a model list, in bytes. */
const maxListBytes = 10_000_000;

/** Removes forbidden models from a provider's model list; other responses are returned unchanged. */
export async function filterModelList(response: Response, call: RelayCall, gate: ModelGate): Promise<Response> {
  if (!gate.isClosed || !response.ok || call.method !== "GET" || !call.listed.endsWith("models")) return response;
  const body = parseJson(response.body ? await readAnswer(response.body, maxListBytes) : "");
  const field = ["data", "models"].find((name) => isRecord(body) && Array.isArray(body[name]));
  if (!isRecord(body) || field === undefined) throw refuse("upstream-unreadable");
  const kept = listOf(body[field]).filter((model) => gate.isAllowed(nameOf(recordOf(model)), call.target.provider));
  return new Response(JSON.stringify({ ...body, [field]: kept }), {
    status: response.status,
    headers: response.headers,
  });
}

/** Returns the name of a model; Google's names have the prefix of their collection. */
function nameOf({ id, name }: JsonRecord): string {
  return stringOf(id) || stringOf(name).replace(/^models\//, "");
}
