import { endpoint, fixed, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider } from "@/lib/providers/provider";

const fields = {
  // Only the operator may change the URL.
  url: fixed(endpoint("https://hunyuan.tencentcloudapi.com", "TENCENT_URL")),
  secretId: secret("TENCENT_SECRET_ID"),
  secretKey: secret("TENCENT_SECRET_KEY"),
  apiKey: secret("TENCENT_API_KEY"),
};

const compatiblePath = "v1/chat/completions";
const hosts = { [compatiblePath]: "https://api.hunyuan.cloud.tencent.com" };

/** Models of Tencent's native API; most were retired on 2026-06-22. */
const nativeModels = [
  "hunyuan-pro",
  "hunyuan-standard",
  "hunyuan-lite",
  "hunyuan-role",
  "hunyuan-functioncall",
  "hunyuan-code",
  "hunyuan-vision",
];

/** Tencent. Old models use its native API with signed calls; all others use the OpenAI dialect with a key. */
export const tencent = defineProvider({
  id: "tencent",
  name: "Tencent",
  fields,
  hosts,
  auth: bearer,
  isComplete: ({ secretId, secretKey, apiKey }) => apiKey !== "" || (secretId !== "" && secretKey !== ""),
  relayed: ["POST ", `POST ${compatiblePath}`],
  models: [...nativeModels, "hy3", "hy3-preview", "hunyuan-a13b", "hunyuan-vision-1.5-instruct"],
  async chat(model) {
    if (nativeModels.includes(model)) return (await import("@/lib/providers/codecs/tencent-native")).tencentNative;
    const codec = await openAIDialect({ path: compatiblePath, sendsUsageOption: true });
    const { atPublicHost } = await import("@/lib/providers/at-public-host");
    return atPublicHost(codec, { fields, hosts }, compatiblePath);
  },
  async sign(call, { secretId, secretKey }, signing) {
    if (call.url.endsWith(`/${compatiblePath}`) || secretId === "" || secretKey === "") return call;
    const { signTencentCall } = await import("@/lib/providers/codecs/tencent-signature");
    return signTencentCall(call, { secretId, secretKey }, signing.now());
  },
});
