import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/providers/json";
import { refuse } from "@/lib/server/error-response";
import type { RelayCall } from "@/lib/server/relay-call";
import { readAnswer } from "@/lib/server/request-body";
import type { ServerConfig } from "@/lib/server/server-config";

/** Longer lists than this are not read, in bytes. */
const maxListBytes = 10_000_000;

/** Leaves out of a provider's list of models what nobody may ask for; any other answer passes as it is. */
export async function filterModelList(response: Response, call: RelayCall, { gate }: ServerConfig): Promise<Response> {
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

/** Google's names stand behind the name of their collection. */
function nameOf({ id, name }: JsonRecord): string {
  return stringOf(id) || stringOf(name).replace(/^models\//, "");
}
