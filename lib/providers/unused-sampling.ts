import type { ChatRequest } from "@/lib/chat/request";
import type { Provider } from "@/lib/providers/provider";

/** Two values of each sampling field, by the name of its setting. */
const probes = {
  temperature: [{ temperature: 0.5 }, { temperature: 0.75 }],
  top_p: [{ topP: 0.5 }, { topP: 0.75 }],
  presence_penalty: [{ presencePenalty: 0.5 }, { presencePenalty: 0.75 }],
  frequency_penalty: [{ frequencyPenalty: 0.5 }, { frequencyPenalty: 0.75 }],
} as const satisfies Record<string, readonly [Partial<ChatRequest>, Partial<ChatRequest>]>;

export type SamplingField = keyof typeof probes;

/** All sampling fields that a chat may have. */
export const samplingFields = Object.keys(probes) as readonly SamplingField[];

const common: Partial<ChatRequest> = { temperature: 0.5, topP: 0.5, presencePenalty: 0.5, frequencyPenalty: 0.5 };

/**
 * Returns the sampling fields that make no difference to a model's requests, because the model rejects them or the API has
 * none. Two requests are built for each field: so the rules are those of the codecs, in one place.
 */
export async function unusedSampling(provider: Provider, model: string): Promise<readonly SamplingField[]> {
  const codec = await provider.chat(model);
  const request: ChatRequest = {
    model,
    displayName: model,
    messages: [{ role: "user", content: "Hi" }],
    stream: true,
    ...common,
  };
  const bodyWith = (values: Partial<ChatRequest>) =>
    codec.buildRequest({ ...request, ...values }, { baseUrl: "https://localhost", headers: {} }).body;
  return samplingFields.filter((name) => {
    const [first, second] = probes[name];
    return bodyWith(first) === bodyWith(second);
  });
}
