import { azure } from "@/lib/providers/azure";
import { chatglm } from "@/lib/providers/chatglm";
import { demo } from "@/lib/providers/demo";
import { iflytek } from "@/lib/providers/iflytek";
import { llamaCpp } from "@/lib/providers/llama-cpp";
import { lmStudio } from "@/lib/providers/lm-studio";
import { ollama } from "@/lib/providers/ollama";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";

/** All providers, in the order in which they are offered; everything else that lists providers reads it off here. */
export const providers = {
  openai,
  azure,
  iflytek,
  chatglm,
  ollama,
  lmStudio,
  llamaCpp,
  demo,
} as const satisfies Record<string, Provider>;

/** Finds a provider by its name, as stored in a chat's model settings. */
export function providerByName(name: string): Provider | undefined {
  return Object.values<Provider>(providers).find((provider) => provider.name === name);
}

/** Finds a provider by its id, as in the path of its relay. */
export function providerById(id: string): Provider | undefined {
  return Object.values<Provider>(providers).find((provider) => provider.id === id);
}
