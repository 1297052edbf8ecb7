import { modelSettings } from "@/lib/chat/model-settings";
import type { Fields } from "@/lib/fields/fields";
import { fitsField } from "@/lib/fields/fits-field";
import { isRecord, parseJson } from "@/lib/json";
import { readLinkAddress } from "@/lib/links/link-address";
import type { LinkContents, LinkItem, LinkRefusal, LinkRules, SkippedPart } from "@/lib/links/link-contents";
import { endpointOf, type Provider } from "@/lib/providers/provider";
import { appSettings } from "@/lib/settings/app-settings";

/** Maximum length of keys and of text settings, in characters. */
const maxTextChars = 2000;

/** Our provider ids by LobeChat's names, where they differ. */
const lobeNames: Readonly<Record<string, string>> = {
  qwen: "alibaba",
  zhipu: "chatglm",
  siliconcloud: "siliconflow",
  volcengine: "bytedance",
};

/** Settings of model calls that are not set by their own name: a model is set by `model`, with its provider. */
const rowless = ["model", "providerName", "compressModel", "compressProviderName"];
const callSettings = Object.fromEntries(Object.entries(modelSettings).filter(([name]) => !rowless.includes(name)));

/** Results collected while the settings of a link are read. */
interface Findings {
  readonly items: LinkItem[];
  readonly leftOut: SkippedPart[];
  unknown: number;
}

/**
 * Reads the `settings` of a link: `key` and `url` for OpenAI, as in NextChat; `keyVaults`, as in LobeChat; the app's
 * settings by name, and those of model calls, also inside `modelConfig`. Other entries are counted as unknown. Never
 * throws.
 */
export function readLinkSettings(text: string, rules: LinkRules): LinkContents {
  const found: Findings = { items: [], leftOut: [], unknown: 0 };
  const settings = parseJson(text);
  if (!isRecord(settings)) return { ...found, leftOut: [{ name: "settings", reason: "not-json" }] };
  const { key, url, keyVaults, model, providerName, modelConfig, ...others } = own(settings);
  const openai = rules.providers.find(({ id }) => id === "openai");
  if (openai) readCredentials({ provider: openai, key, url, names: ["key", "url"] }, rules, found);
  readVaults(keyVaults, rules, found);
  const calls = modelConfig === undefined ? {} : modelConfig;
  if (!isRecord(calls)) found.leftOut.push({ name: "modelConfig", reason: "wrong-kind" });
  const { model: inner, providerName: innerProvider, ...callOthers } = isRecord(calls) ? own(calls) : own({});
  readModel(model ?? inner, providerName ?? innerProvider, rules, found);
  for (const [name, value] of Object.entries(others)) readSetting(name, value, rules, found);
  for (const [name, value] of Object.entries(callOthers)) {
    if (Object.hasOwn(callSettings, name)) readSetting(name, value, rules, found);
    else found.unknown += 1;
  }
  return found;
}

/** Returns a copy without a prototype, so that a name in a link cannot reach one. */
function own(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.assign(Object.create(null), record);
}

function readVaults(vaults: unknown, rules: LinkRules, found: Findings): void {
  if (vaults === undefined) return;
  if (!isRecord(vaults)) return void found.leftOut.push({ name: "keyVaults", reason: "wrong-kind" });
  for (const [name, vault] of Object.entries(vaults)) {
    const id = Object.hasOwn(lobeNames, name) ? lobeNames[name] : name;
    const provider = rules.providers.find((each) => each.id === id && !each.isCustom && !each.isSite);
    if (!provider || !isRecord(vault)) {
      found.unknown += 1;
      continue;
    }
    const { apiKey: key, baseURL, endpoint, ...others } = own(vault);
    const names = [`${name}.apiKey`, `${name}.baseURL`] as const;
    readCredentials({ provider, key, url: baseURL ?? endpoint, names }, rules, found);
    found.unknown += Object.keys(others).length;
  }
}

interface GivenCredentials {
  readonly provider: Provider;
  readonly key: unknown;
  readonly url: unknown;
  /** The link's names of the two values. */
  readonly names: readonly [key: string, url: string];
}

/** Reads a key and its URL, which belong together: a key whose URL is rejected is skipped. */
function readCredentials({ provider, key, url, names }: GivenCredentials, rules: LinkRules, found: Findings): void {
  const [keyName, urlName] = names;
  const leaveOut = (name: string, reason: LinkRefusal) => void found.leftOut.push({ name, reason });
  const hasKey = isGiven(key);
  const hasUrl = isGiven(url);
  if (rules.hideUserApiKey && !provider.isLocal) {
    if (hasUrl) leaveOut(urlName, "own-keys-forbidden");
    if (hasKey) leaveOut(keyName, "own-keys-forbidden");
    return;
  }
  const address = hasUrl ? readAddress(provider, url) : undefined;
  if (address && "refusal" in address) leaveOut(urlName, address.refusal);
  if (address && "host" in address) found.items.push({ kind: "address", provider, ...address });
  if (!hasKey) return;
  const given = typeof key === "string" ? key.trim() : "";
  const problem = address && "refusal" in address ? "no-address" : problemOfKey(provider, given);
  if (problem) leaveOut(keyName, problem);
  else
    found.items.push({
      kind: "key",
      provider,
      key: given,
      ...(address && "host" in address && { host: address.host }),
    });
}

function problemOfKey(provider: Provider, key: string): LinkRefusal | undefined {
  if (key.length > maxTextChars) return "too-long";
  // Other characters are invalid in a header.
  const isKey = /^[\x21-\x7e]+$/.test(key) && Object.hasOwn(provider.fields, "apiKey");
  return isKey ? undefined : "wrong-kind";
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function readAddress(provider: Provider, url: unknown) {
  if (typeof url !== "string") return { refusal: "wrong-kind" } as const;
  const field = endpointOf(provider);
  if (!field || field.isFixed) return { refusal: "address-fixed" } as const;
  return readLinkAddress(url);
}

function readModel(model: unknown, providerName: unknown, rules: LinkRules, found: Findings): void {
  if (!isGiven(model)) {
    if (isGiven(providerName)) found.unknown += 1;
    return;
  }
  if (rules.isFixed("model")) return void found.leftOut.push({ name: "model", reason: "fixed" });
  const isText = typeof model === "string" && model.length <= maxTextChars;
  if (!isText || (isGiven(providerName) && typeof providerName !== "string")) {
    return void found.leftOut.push({ name: "model", reason: "wrong-kind" });
  }
  const name = model.trim();
  found.items.push({ kind: "default-model", model: isGiven(providerName) ? `${name}@${providerName}` : name });
}

function readSetting(name: string, value: unknown, rules: LinkRules, found: Findings): void {
  const kind = Object.hasOwn(appSettings, name) ? "setting" : "model-setting";
  const fields: Fields = kind === "setting" ? appSettings : callSettings;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) found.unknown += 1;
  else if (rules.isFixed(name)) found.leftOut.push({ name, reason: "fixed" });
  else if (fitsField(field, value, maxTextChars)) found.items.push({ kind, name, value: field.read(value) });
  else found.leftOut.push({ name, reason: "wrong-kind" });
}
