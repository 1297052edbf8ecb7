import { changeSearchSettings, isSearchKeyForOtherHost, ownSearchEngine } from "@/lib/settings/search-access";
import { readSearchSettings, type SearchSettings } from "@/lib/settings/search-settings";

const usual: SearchSettings = { engine: "none", apiKey: "", apiKeyHost: "", address: "", isPreferred: false };

test.each([undefined, null, "x", [], { engine: "Altavista", apiKey: 7, apiKeyHost: {}, address: [], isPreferred: 1 }])(
  "%j is read as the defaults",
  (stored) => {
    expect(readSearchSettings(stored)).toEqual(usual);
  },
);

/** Changes the settings step by step. */
const after = (...patches: readonly Partial<SearchSettings>[]) => patches.reduce(changeSearchSettings, usual);

test("an engine needs its key, and gets it only at the host for which it was entered", () => {
  expect(ownSearchEngine(after({ engine: "Tavily" }))).toBeUndefined();
  const tavily = after({ engine: "Tavily" }, { apiKey: " tvly-1 " });
  expect(tavily).toEqual({ ...usual, engine: "Tavily", apiKey: "tvly-1", apiKeyHost: "api.tavily.com" });
  expect(ownSearchEngine(tavily)).toEqual({ engine: "Tavily", address: "https://api.tavily.com", key: "tvly-1" });
  const moved = changeSearchSettings(tavily, { address: "https://evil.example" });
  expect([ownSearchEngine(moved), isSearchKeyForOtherHost(moved)]).toEqual([undefined, true]);
  const other = changeSearchSettings(tavily, { engine: "Brave" });
  expect([ownSearchEngine(other), isSearchKeyForOtherHost(other)]).toEqual([undefined, true]);
  const plain = changeSearchSettings(tavily, { address: "http://api.tavily.com" });
  expect(ownSearchEngine(plain)).toBeUndefined();
  expect(ownSearchEngine(changeSearchSettings(other, { engine: "Tavily" }))).toEqual(ownSearchEngine(tavily));
  expect(isSearchKeyForOtherHost(changeSearchSettings(tavily, { engine: "none" }))).toBe(false);
});

test("SearXNG needs an address and no key, and never gets the key of another engine", () => {
  expect(ownSearchEngine(after({ engine: "SearXNG" }))).toBeUndefined();
  const own = after({ engine: "SearXNG", address: "search.lan:8080/" });
  expect(ownSearchEngine(own)).toEqual({ engine: "SearXNG", address: "https://search.lan:8080", key: "" });
  const withKey = changeSearchSettings(own, { apiKey: "sx-1" });
  expect(ownSearchEngine(withKey)?.key).toBe("sx-1");
  const changed = after(
    { engine: "Exa" },
    { apiKey: "exa-1" },
    { engine: "SearXNG", address: "http://localhost:8080" },
  );
  expect(ownSearchEngine(changed)).toEqual({ engine: "SearXNG", address: "http://localhost:8080", key: "" });
});

test.each(["ftp://a.example", "javascript:alert(1)", "a b"])("the address %s is not used", (address) => {
  expect(ownSearchEngine(after({ engine: "SearXNG", address }))).toBeUndefined();
});

test("a stored key without its host is sent nowhere", () => {
  expect(ownSearchEngine(readSearchSettings({ engine: "Tavily", apiKey: "tvly-1" }))).toBeUndefined();
});
