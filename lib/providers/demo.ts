import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider } from "@/lib/providers/provider";

/** The demo: scripted replies in the OpenAI dialect, from our server or from code in the page. Needs no key. */
export const demo = defineProvider({
  id: "demo",
  name: "Demo",
  fields: {},
  auth: () => ({}),
  relayed: [],
  models: ["scripted-demo"],
  isDemo: true,
  chat: () => openAIDialect({ path: "v1/chat/completions" }),
});
