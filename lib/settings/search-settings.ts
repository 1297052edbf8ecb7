import { choice, readFields, secret, text, toggle, type ValuesOf } from "@/lib/fields/fields";
import { isRecord, stringOf } from "@/lib/json";
import { isAddress } from "@/lib/settings/access-settings";
import { searchEngineNames } from "@/lib/web-search/engine-names";

/** Settings of the search engine for models without a web search (`searchConfig`). */
export const searchSettings = {
  engine: choice({ section: "tools", default: "none", options: ["none", ...searchEngineNames] }),
  apiKey: secret(),
  address: text({ section: "tools", example: "https://search.example.com", accepts: isAddress }),
  isPreferred: toggle({ section: "tools", default: false }),
};

/** The settings of the search engine, with the host for which the key was entered (docs/decisions/0009-keys-and-hosts.md). */
export interface SearchSettings extends ValuesOf<typeof searchSettings> {
  /** Empty without a key. */
  readonly apiKeyHost: string;
}

/** Reads the settings from any input. Without its host, a key is sent nowhere. Never throws. */
export function readSearchSettings(input: unknown): SearchSettings {
  const apiKeyHost = isRecord(input) ? stringOf(input.apiKeyHost) : "";
  return { ...readFields(searchSettings, input), apiKeyHost };
}
