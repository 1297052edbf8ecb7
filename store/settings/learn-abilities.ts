import { askWhole } from "@/lib/engine/send-call";
import type { Environment } from "@/lib/environment";
import { parseJson } from "@/lib/json";
import type { AbilitiesById } from "@/lib/providers/model-abilities";
import type { AbilitiesRequest, AbilitiesResponse, Connection, ModelListCodec } from "@/lib/providers/provider";

/** Limits of one call for abilities: the timeout in milliseconds, and the maximum length in characters. */
const limits = { timeoutMs: 5000, maxChars: 1_000_000 };

/** Returns what a fetched model list tells about its models. Calls of the server that fail are skipped. */
export async function learnAbilities(
  modelList: ModelListCodec | undefined,
  given: {
    readonly body: unknown;
    readonly connection: Connection;
    readonly env: Pick<Environment, "fetch" | "now" | "delay">;
  },
): Promise<AbilitiesById> {
  const { body, connection, env } = given;
  const codec = await modelList?.abilities?.();
  if (!codec) return {};
  async function ask({ model, call }: AbilitiesRequest): Promise<AbilitiesResponse[]> {
    try {
      const response = await askWhole(call, { connection, env, ...limits });
      return response.status === 200 ? [{ model, body: parseJson(response.body) }] : [];
    } catch {
      return [];
    }
  }
  const responses = await Promise.all(codec.buildRequests(body, connection).map(ask));
  return codec.parseResponses(body, responses.flat());
}
