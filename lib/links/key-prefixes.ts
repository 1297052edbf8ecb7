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
