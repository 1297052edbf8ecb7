import { joinAddress } from "@/lib/providers/join-address";
import { listOf, recordOf, stringOf } from "@/lib/providers/json";
import type { ModelListCodec } from "@/lib/providers/provider";

/** What differs between model lists in the OpenAI form. */
interface OpenAIModelList {
  /** The path of the list below the base address, without a leading slash. */
  readonly path: string;
  /** Says which ids are offered; without it all are. */
  readonly keeps?: (id: string) => boolean;
}

/** Makes the codec of a model list in the OpenAI form: `{data: [{id}]}`. */
export function openAIModelList({ path, keeps = () => true }: OpenAIModelList): ModelListCodec {
  return {
    buildRequest: ({ baseUrl, headers }) => ({
      method: "GET",
      url: joinAddress(baseUrl, path),
      headers: { ...headers, Accept: "application/json" },
    }),
    parseResponse: (body) =>
      listOf(recordOf(body).data)
        .map((model) => stringOf(recordOf(model).id))
        .filter((id) => id !== "" && keeps(id)),
  };
}
