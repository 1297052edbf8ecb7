import { ownServer } from "@/lib/providers/places";

/** A sampling parameter that is sent only if it is set. */
type SamplingParameter = "seed" | "stop" | "top_k" | "min_p";

const everything = ["seed", "stop", "top_k", "min_p"] as const;
const common = ["seed", "stop"] as const;

/** The optional sampling parameters of OpenAI-compatible chats, by the provider's place (`placeOf`). */
const parametersAt: Readonly<Record<string, readonly SamplingParameter[]>> = {
  "llama.cpp": everything,
  vLLM: everything,
  "LM Studio": everything,
  [ownServer]: everything,
  // Its OpenAI dialect ignores the others. https://docs.ollama.com/api/openai-compatibility
  Ollama: common,
  OpenAI: common,
  Azure: common,
  "302.AI": common,
  OpenRouter: common,
  Groq: common,
  XAI: common,
  SiliconFlow: common,
  DeepSeek: ["stop"],
  Moonshot: ["stop"],
  ByteDance: ["stop"],
  Mistral: ["stop"],
};

/** Returns the optional sampling parameters of a provider, by its place (`placeOf`). */
export function samplingAt(place: string): readonly SamplingParameter[] {
  return parametersAt[place] ?? [];
}
