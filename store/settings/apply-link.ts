import type { ModelSettings } from "@/lib/chat/model-settings";
import type { LinkItem } from "@/lib/links/link-contents";
import { findNamedModel } from "@/lib/models/default-model";
import { splitModel } from "@/lib/models/model-entry";
import { boundNameOf, endpointOf, type Provider } from "@/lib/providers/provider";
import { accessKey } from "@/lib/settings/access-settings";
import type { AppSettings } from "@/lib/settings/app-settings";
import { withFormer } from "@/lib/settings/former-access";
import { providersOf, useAccess } from "@/store/settings/access";
import { availableModels, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/**
 * Applies the settings and credentials of a link that the user has confirmed. The screen handles its chats. Returns the
 * function that undoes it.
 *
 * An address is set before its key: a key belongs to the host beside which it was entered, and is sent to no other
 * (docs/decisions/0009).
 */
export function applyLink(items: readonly LinkItem[]): () => void {
  const { accessCode, useCustomConfig, values, hosts, formerAccess } = useAccess.getState();
  const { modelConfig, hasChosenModel, ...settings } = useSettings.getState();
  rememberReplaced(items);
  for (const item of items) if (item.kind !== "key") apply(item);
  for (const item of items) if (item.kind === "key") applyKey(item.provider, item.key);
  const changesSettings = items.some(({ kind }) => kind === "model-setting" || kind === "default-model");
  return () => {
    useAccess.getState().putBack({ accessCode, useCustomConfig, values, hosts, formerAccess });
    if (changesSettings) useSettings.setState({ modelConfig, hasChosenModel });
    for (const item of items) if (item.kind === "setting") putBackSetting(item.name as keyof AppSettings, settings);
  };
}

function putBackSetting(name: keyof AppSettings, settings: Partial<AppSettings>): void {
  const value = settings[name];
  if (value !== undefined) useSettings.getState().set(name, value as never);
}

/** Returns true if a link sets credentials, an address or a setting, which can be undone. */
export function canBeUndone(items: readonly LinkItem[]): boolean {
  return items.some(({ kind }) =>
    ["code", "address", "key", "setting", "model-setting", "default-model"].includes(kind),
  );
}

/**
 * Remembers the address and key that a link replaces. They are stored together, because a key is only valid beside its
 * address.
 */
function rememberReplaced(items: readonly LinkItem[]): void {
  const replaced = new Map<Provider, string[]>();
  for (const item of items) {
    if (item.kind !== "address" && item.kind !== "key") continue;
    const name = item.kind === "key" ? "apiKey" : endpointOf(item.provider)?.name;
    const value = item.kind === "key" ? item.key : item.address;
    const { values } = useAccess.getState();
    if (name === undefined || values[accessKey(item.provider, name)] === value) continue;
    replaced.set(item.provider, [...(replaced.get(item.provider) ?? []), name]);
  }
  for (const [provider, names] of replaced) {
    const access = useAccess.getState();
    access.putBack({ formerAccess: withFormer(access, provider, names) });
  }
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
 * Returns the model that a link names, with its provider. If the model is not available yet, it is assigned to the
 * provider in the link, or to OpenAI, whose dialect gateways use. The address in the same link may make it available.
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
  return provider ? { model: name, providerName: boundNameOf(provider) } : { model: text, providerName: "OpenAI" };
}
