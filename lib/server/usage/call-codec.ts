import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import type { ChatCodec, Provider } from "@/lib/providers/provider";
import { RecentMap } from "@/lib/server/recent-map";
import type { RelayCall } from "@/lib/server/relay-call";

/** Maximum number of codecs of a provider in memory. */
const maxCodecs = 200;

/** Codecs by provider and model. Codecs have no state, and creating one costs more than reading a reply. */
const codecsByModel = new WeakMap<Pick<Provider, "chat">, RecentMap<string, ChatCodec>>();

/** Returns the codec that the app uses for a model. */
export async function codecOfModel(provider: Pick<Provider, "chat">, model: string): Promise<ChatCodec> {
  const codecs = codecsByModel.get(provider) ?? new RecentMap<string, ChatCodec>(maxCodecs);
  codecsByModel.set(provider, codecs);
  const codec = codecs.get(model) ?? (await provider.chat(model));
  codecs.set(model, codec);
  return codec;
}

/** Codecs of paths whose format is the same for all models. */
const pathCodecs: readonly { readonly path: RegExp; readonly provider: Pick<Provider, "chat"> }[] = [
  { path: /(^|\/)chat\/completions$/, provider: { chat: () => openAIDialect({ path: "" }) } },
  {
    path: /(^|\/)responses$/,
    provider: {
      async chat() {
        const { openAIResponses } = await import("@/lib/providers/codecs/openai/openai-responses");
        return openAIResponses({ path: "" });
      },
    },
  },
  {
    path: /(^|\/)images\/(generations|edits)$/,
    provider: {
      async chat() {
        const { openAIImages } = await import("@/lib/providers/codecs/openai/openai-images");
        return openAIImages({ path: "" });
      },
    },
  },
];

/** Returns the codec of a path. Programs may call any listed path, whichever one the app uses for the model. */
export function codecOf({ target: { provider }, listed }: RelayCall, model: string): Promise<ChatCodec> {
  const known = pathCodecs.find(({ path }) => path.test(listed));
  return known ? codecOfModel(known.provider, "") : codecOfModel(provider, model);
}
