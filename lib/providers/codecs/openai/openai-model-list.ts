import { listOf, recordOf, stringOf } from "@/lib/json";
import { getJson } from "@/lib/providers/codecs/json-call";
import type { ServerKind } from "@/lib/providers/codecs/listed-abilities";
import type { ModelListCodec } from "@/lib/providers/provider";

/** Differences between model lists in the OpenAI format. */
interface OpenAIModelList {
  /** Path of the list below the base URL, without a leading slash, with its query. */
  readonly path: string;
  /** Whether an id is offered; the default is all. */
  readonly keeps?: (id: string) => boolean;
  /** The kind of a local server, which tells more about its models elsewhere; `unknown` for servers of the user. */
  readonly server?: ServerKind | "unknown";
}

/** Creates the codec of a model list in the OpenAI format: `{data: [{id}]}`. */
export function openAIModelList({ path, keeps = () => true, server }: OpenAIModelList): ModelListCodec {
  return {
    buildRequest: (connection) => getJson(connection, path),
    parseResponse: (body) =>
      listOf(recordOf(body).data)
        .map((model) => stringOf(recordOf(model).id))
        .filter((id) => id !== "" && keeps(id)),
    abilities: async () => (await import("@/lib/providers/codecs/listed-abilities")).listedAbilities(server),
  };
}
