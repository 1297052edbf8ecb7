import type { ModelEntry } from "@/lib/models/model-entry";
import { defineProvider, type Provider } from "@/lib/providers/provider";

/** Makes a provider of which only the list of models matters. */
export function listing(id: string, name: string, models: readonly string[], more: Partial<Provider> = {}): Provider {
  return defineProvider({
    id,
    name,
    fields: {},
    auth: () => ({}),
    relayed: [],
    models,
    chat: async () => ({
      buildRequest: () => ({ method: "POST", url: "", headers: {} }),
      parseEvent: () => [],
      parseResponse: () => [],
    }),
    ...more,
  });
}

/** Some of the built-in models of a few providers. */
export const sampleProviders: readonly Provider[] = [
  listing("openai", "OpenAI", ["gpt-3.5-turbo", "gpt-4", "gpt-4-1106-preview", "gpt-4o-mini"], {
    servesUnboundModels: true,
  }),
  listing("azure", "Azure", ["gpt-3.5-turbo", "gpt-4", "gpt-4-1106-preview", "gpt-4o-mini"], {
    modelNames: "deployments",
    servesUnboundModels: true,
  }),
  listing("google", "Google", ["gemini-2.5-pro"]),
  listing("bytedance", "ByteDance", ["Doubao-lite-4k"], { modelNames: "endpoints" }),
];

/** A model in one line: `name@provider id`, its other display name, and a minus where it is not available. */
export function inOneLine({ name, displayName, available, provider }: ModelEntry): string {
  return `${available ? "" : "-"}${name}@${provider.id}${displayName === name ? "" : `=${displayName}`}`;
}
