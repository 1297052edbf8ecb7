import type { ModelSettings } from "@/lib/chat/model-settings";
import type { LinkItem } from "@/lib/links/link-contents";
import { findNamedModel } from "@/lib/models/default-model";
import { splitModel } from "@/lib/models/model-entry";
import { endpointOf, type Provider } from "@/lib/providers/provider";
import type { AppSettings } from "@/lib/settings/app-settings";
import { providersOf, useAccess } from "@/store/access";
import { availableModels, useModels } from "@/store/models";
import { useSettings } from "@/store/settings";

/**
 * Does what the person has said yes to, as far as it concerns settings and credentials; chats are the screen's.
 *
 * An address is set ahead of its key: a key remembers the host beside which it was entered, and goes to no other
 * (docs/decisions/0009).
 */
export function applyLink(items: readonly LinkItem[]): void {
  for (const item of items) if (item.kind !== "key") apply(item);
  for (const item of items) if (item.kind === "key") applyKey(item.provider, item.key);
}

function apply(item: LinkItem): void {
  const { set, setModelConfig } = useSettings.getState();
  switch (item.kind) {
    case "code":
      useAccess.getState().setAccessCode(item.code);
      break;
    case "address":
      applyAddress(item.provider, item.address);
      break;
    case "setting":
      set(item.name as keyof AppSettings, item.value as never);
      break;
    case "model-setting":
      setModelConfig({ [item.name]: item.value } as Partial<ModelSettings>);
      break;
    case "default-model":
      setModelConfig(linkedModel(item.model));
      break;
  }
}

function applyAddress(provider: Provider, address: string): void {
  const field = endpointOf(provider);
  if (!field) return;
  useAccess.getState().setValue(provider, field.name, address);
  switchToOwn(provider);
}

function applyKey(provider: Provider, key: string): void {
  useAccess.getState().setValue(provider, "apiKey", key);
  switchToOwn(provider);
}

function switchToOwn(provider: Provider): void {
  if (!provider.isLocal) useAccess.getState().setUseCustomConfig(true);
}

/**
 * Answers the model that a link names with its provider. One that is not offered yet, as it may be by the address in the
 * same link, is asked of the provider that the link names, else of OpenAI, whose dialect gateways speak.
 */
export function linkedModel(text: string): Pick<ModelSettings, "model" | "providerName"> {
  const access = useAccess.getState();
  const models = availableModels(access, useModels.getState().fetched, useSettings.getState().customModels);
  const found = findNamedModel(models, text);
  if (found) return { model: found.name, providerName: found.provider.providerName };
  const { name, provider: named } = splitModel(text);
  const provider = providersOf(access).find(
    (each) => each.id === named?.toLowerCase() || each.name.toLowerCase() === named?.toLowerCase(),
  );
  return provider ? { model: name, providerName: provider.name } : { model: text, providerName: "OpenAI" };
}
