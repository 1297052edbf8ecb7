import { getJson } from "@/lib/providers/codecs/json-call";
import { listOf, recordOf, stringOf } from "@/lib/providers/json";
import type { ModelListCodec } from "@/lib/providers/provider";

/** What differs between model lists in the OpenAI form. */
interface OpenAIModelList {
  /** The path of the list below the base address, without a leading slash, with its query. */
  readonly path: string;
  /** Says which ids are offered; without it all are. */
  readonly keeps?: (id: string) => boolean;
}

/** Makes the codec of a model list in the OpenAI form: `{data: [{id}]}`. */
export function openAIModelList({ path, keeps = () => true }: OpenAIModelList): ModelListCodec {
  return {
    buildRequest: (connection) => getJson(connection, path),
    parseResponse: (body) =>
      listOf(recordOf(body).data)
        .map((model) => stringOf(recordOf(model).id))
        .filter((id) => id !== "" && keeps(id)),
  };
}
