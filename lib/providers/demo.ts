import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider } from "@/lib/providers/provider";

/** The demonstration: scripted replies in the OpenAI dialect, from our server or from the page itself. Takes no key. */
export const demo = defineProvider({
  id: "demo",
  name: "Demo",
  fields: {},
  auth: () => ({}),
  relayed: [],
  models: ["scripted-demo"],
  chat: () => openAIDialect({ path: "v1/chat/completions" }),
});
