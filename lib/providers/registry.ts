import { ai302 } from "@/lib/providers/ai302";
import { alibaba } from "@/lib/providers/alibaba";
import { anthropic } from "@/lib/providers/anthropic";
import { azure } from "@/lib/providers/azure";
import { baidu } from "@/lib/providers/baidu";
import { bytedance } from "@/lib/providers/bytedance";
import { chatglm } from "@/lib/providers/chatglm";
import { deepseek } from "@/lib/providers/deepseek";
import { demo } from "@/lib/providers/demo";
import { google } from "@/lib/providers/google";
import { groq } from "@/lib/providers/groq";
import { iflytek } from "@/lib/providers/iflytek";
import { llamaCpp } from "@/lib/providers/llama-cpp";
import { lmStudio } from "@/lib/providers/lm-studio";
import { mistral } from "@/lib/providers/mistral";
import { moonshot } from "@/lib/providers/moonshot";
import { ollama } from "@/lib/providers/ollama";
import { openai } from "@/lib/providers/openai";
import { openrouter } from "@/lib/providers/openrouter";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import { siliconflow } from "@/lib/providers/siliconflow";
import { stability } from "@/lib/providers/stability";
import { tencent } from "@/lib/providers/tencent";
import { vllm } from "@/lib/providers/vllm";
import { xai } from "@/lib/providers/xai";

/** All providers, in display order. Everything else that lists providers is derived from this table. */
export const providers = {
  openai,
  azure,
  google,
  anthropic,
  baidu,
  bytedance,
  alibaba,
  tencent,
  moonshot,
  iflytek,
  xai,
  chatglm,
  deepseek,
  siliconflow,
  ai302,
  stability,
  mistral,
  groq,
  openrouter,
  ollama,
  lmStudio,
  llamaCpp,
  vllm,
  demo,
} as const satisfies Record<string, Provider>;

/** Returns the provider with a name, as stored in a chat's model settings. */
export function providerByName(name: string): Provider | undefined {
  return Object.values<Provider>(providers).find((provider) => boundNameOf(provider) === name);
}

/** Returns the provider with an id, as in the path of its relay. */
export function providerById(id: string): Provider | undefined {
  return Object.values<Provider>(providers).find((provider) => provider.id === id);
}
