import { listOf, recordOf, stringOf } from "@/lib/json";
import { getJson } from "@/lib/providers/codecs/json-call";
import type { ModelListCodec } from "@/lib/providers/provider";

/** Differences between model lists in the OpenAI format. */
interface OpenAIModelList {
  /** Path of the list below the base URL, without a leading slash, with its query. */
  readonly path: string;
  /** Whether an id is offered; the default is all. */
  readonly keeps?: (id: string) => boolean;
}

/** Creates the codec of a model list in the OpenAI format: `{data: [{id}]}`. */
export function openAIModelList({ path, keeps = () => true }: OpenAIModelList): ModelListCodec {
  return {
    buildRequest: (connection) => getJson(connection, path),
    parseResponse: (body) =>
      listOf(recordOf(body).data)
        .map((model) => stringOf(recordOf(model).id))
        .filter((id) => id !== "" && keeps(id)),
  };
}
