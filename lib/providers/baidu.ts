import { endpoint, fixed, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider } from "@/lib/providers/provider";

const fields = {
  // Only the operator may change the URL.
  url: fixed(endpoint("https://aip.baidubce.com", "BAIDU_URL")),
  apiKey: secret("BAIDU_API_KEY"),
  secretKey: secret("BAIDU_SECRET_KEY"),
};

const compatiblePath = "v2/chat/completions";
const hosts = { "v2/": "https://qianfan.baidubce.com" };

const legacyPath = "rpc/2.0/ai_custom/v1/wenxinworkshop/chat";

/** Models of the first API and the last segment of their paths. Baidu announced the end of that API for 2026-08-31. */
const legacyModels: ReadonlyMap<string, string> = new Map([
  ["ernie-4.0-turbo-8k", "ernie-4.0-turbo-8k"],
  ["ernie-4.0-8k", "completions_pro"],
  ["ernie-4.0-8k-preview", "ernie-4.0-8k-preview"],
  ["ernie-4.0-8k-preview-0518", "completions_adv_pro"],
  ["ernie-4.0-8k-latest", "ernie-4.0-8k-latest"],
  ["ernie-3.5-8k", "completions"],
  ["ernie-3.5-8k-0205", "ernie-3.5-8k-0205"],
  ["ernie-speed-128k", "ernie-speed-128k"],
  ["ernie-speed-8k", "ernie_speed"],
  ["ernie-lite-8k", "ernie-lite-8k"],
  ["ernie-tiny-8k", "ernie-tiny-8k"],
]);

/** Baidu. Old models use its first API, which needs access tokens; all others use the OpenAI dialect with a key. */
export const baidu = defineProvider({
  id: "baidu",
  name: "Baidu",
  fields,
  hosts,
  auth: ({ apiKey }) => (isCompatibleKey(apiKey) ? bearer({ apiKey }) : {}),
  isComplete: ({ apiKey, secretKey }) => isCompatibleKey(apiKey) || (apiKey !== "" && secretKey !== ""),
  relayed: [`POST ${compatiblePath}`, `POST ${legacyPath}/{model}`],
  modelOfPath: (end) => [...legacyModels].find(([, own]) => own === end)?.[0] ?? end,
  models: [
    ...legacyModels.keys(),
    "ernie-5.1",
    "ernie-5.0",
    "ernie-x1.1",
    "ernie-4.5-turbo-128k",
    "ernie-4.5-turbo-vl",
  ],
  async chat(model) {
    const end = legacyModels.get(model);
    if (end !== undefined)
      return (await import("@/lib/providers/codecs/baidu-legacy")).baiduLegacy(`${legacyPath}/${end}`);
    const dialect = {
      path: compatiblePath,
      sendsUsageOption: true,
      errorKinds: (await import("@/lib/providers/codecs/openai/dialect-errors")).baiduErrors,
    };
    const { atPublicHost } = await import("@/lib/providers/at-public-host");
    return atPublicHost(await openAIDialect(dialect), { fields, hosts }, compatiblePath);
  },
  async sign(call, { apiKey, secretKey }, signing) {
    const [address = "", end] = call.url.split(`/${legacyPath}/`);
    if (end === undefined || isCompatibleKey(apiKey) || apiKey === "" || secretKey === "") return call;
    const { withToken } = await import("@/lib/providers/codecs/baidu-token");
    return withToken(call, { address, apiKey, secretKey }, signing);
  },
});

/** Whether a key is one of the newer API: such a key is complete without a secret and has a distinct prefix. */
function isCompatibleKey(apiKey: string): boolean {
  return apiKey.startsWith("bce-v3/");
}
