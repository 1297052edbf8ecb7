import { featuredModels } from "@/lib/models/featured";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { modelFact } from "@/lib/providers/model-families";

/** Models in the lists of providers that hold no conversation; the model families only mark those with images. */
const notForChats = /whisper|tts|transcri|audio|realtime|embed|moderation|guard|rerank|dall-e|image/i;

/**
 * Returns the model for chats with a provider whose key was just entered: a featured one, else the first of the list
 * that the provider sent, else the first that is built in.
 */
export function modelForKey(
  models: readonly ModelEntry[],
  providerId: string,
  listed: readonly string[],
): ModelEntry | undefined {
  const own = models.filter(({ available, name, provider }) => {
    const isOfProvider = provider.id === providerId || provider.providerType === providerId;
    return available && isOfProvider && !modelFact(name, "makes") && !notForChats.test(name);
  });
  const featured = featuredModels.map((key) => own.find((model) => modelKey(model) === key));
  const byList = listed.map((name) => own.find((model) => model.name === name));
  return [...featured, ...byList, ...own].find((model) => model !== undefined);
}
