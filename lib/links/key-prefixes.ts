import type { Provider } from "@/lib/providers/provider";
import type { providers } from "@/lib/providers/registry";

type ProviderId = (typeof providers)[keyof typeof providers]["id"];

interface KeyPrefix {
  readonly provider: ProviderId;
  /** The beginning that only this provider's keys have. */
  readonly pattern: RegExp;
}

/**
 * Formats of keys that belong to exactly one provider. A plain `sk-` is missing, because OpenAI, DeepSeek, Moonshot,
 * SiliconFlow and many gateways use it.
 */
const keyPrefixes: readonly KeyPrefix[] = [
  { provider: "anthropic", pattern: /^sk-ant-/ },
  { provider: "google", pattern: /^AIza/ },
  { provider: "openrouter", pattern: /^sk-or-/ },
  { provider: "groq", pattern: /^gsk_/ },
  { provider: "xai", pattern: /^xai-/ },
  // Project and service account keys. https://platform.openai.com/docs/api-reference/authentication
  { provider: "openai", pattern: /^sk-(proj|svcacct)-/ },
  // An id and a secret. https://docs.bigmodel.cn/cn/guide/develop/http/introduction
  { provider: "chatglm", pattern: /^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/ },
];

/** Returns the id of the only provider whose keys look like this one; undefined if several could. */
export function providerOfKey(key: string): ProviderId | undefined {
  return keyPrefixes.find(({ pattern }) => pattern.test(key))?.provider;
}

/** Variables in the manuals of providers whose operator's variable has another name. */
const otherVariables: Readonly<Record<string, ProviderId>> = {
  GEMINI_API_KEY: "google",
  // https://help.aliyun.com/zh/model-studio/get-api-key
  DASHSCOPE_API_KEY: "alibaba",
  // https://www.volcengine.com/docs/82379/1541594
  ARK_API_KEY: "bytedance",
  ZAI_API_KEY: "chatglm",
  ZHIPUAI_API_KEY: "chatglm",
};

/** Returns the id of the provider whose API key a variable contains, by its name; undefined if it names none. */
export function providerOfVariable(variable: string, from: readonly Provider[]): string | undefined {
  const named = from.find(({ fields }) => {
    const field = fields.apiKey;
    return field?.kind === "secret" && field.env === variable;
  });
  return named?.id ?? (Object.hasOwn(otherVariables, variable) ? otherVariables[variable] : undefined);
}
