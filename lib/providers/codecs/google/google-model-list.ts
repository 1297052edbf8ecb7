import { listOf, recordOf, stringOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import type { ModelListCodec } from "@/lib/providers/provider";

/** The codec of Google's model list. Only models that can generate content are returned; one page contains them all. */
export const googleModelList: ModelListCodec = {
  buildRequest: ({ baseUrl, headers }) => ({
    method: "GET",
    url: `${joinAddress(baseUrl, "v1beta/models")}?pageSize=1000`,
    headers: { ...headers, Accept: "application/json" },
  }),
  parseResponse: (body) =>
    listOf(recordOf(body).models)
      .map(recordOf)
      .filter(({ supportedGenerationMethods: methods }) => listOf(methods).includes("generateContent"))
      .map(({ name }) => stringOf(name).replace(/^models\//, ""))
      .filter((id) => id !== ""),
};
