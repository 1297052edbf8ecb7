/** @jest-environment jsdom */

import { ownBrand, type SiteDefaults } from "@/lib/brand/brand";
import { setBrand } from "@/lib/platform/brand";
import { storedAppConfig } from "@/lib/settings/app-settings";
import { applySiteDefaults } from "@/store/app/site-defaults";
import { useSettings } from "@/store/settings/settings";

const none: SiteDefaults = { settings: {}, fixed: [], hidden: [] };

function give(defaults: Partial<SiteDefaults>): Promise<void> {
  setBrand({ ...ownBrand, defaults: { ...none, ...defaults } }, []);
  return applySiteDefaults(Promise.resolve());
}

/** Returns the values in use, and those that are stored. */
function values() {
  const { theme, density, systemPrompt, modelConfig, lastUpdateTime } = useSettings.getState();
  const stored = storedAppConfig(useSettings.getState());
  const { temperature } = modelConfig;
  return {
    used: { theme, density, systemPrompt, temperature },
    stored: {
      theme: stored.theme,
      density: stored.density,
      systemPrompt: stored.systemPrompt,
      temperature: Reflect.get(Object(stored.modelConfig), "temperature"),
    },
    lastUpdateTime,
  };
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("parley-site-defaults", "all");
  useSettings.getState().hydrate(undefined);
});

test("a browser without settings gets the operator's, without a time of change", async () => {
  localStorage.clear();
  Object.assign(globalThis, { fetch: async () => ({ status: 404 }) });
  await give({ settings: { theme: "dark", temperature: 0.2, systemPrompt: "Be brief.", model: "gpt-4o@openai" } });
  const own = { theme: "dark", density: "regular", systemPrompt: "Be brief.", temperature: 0.2 };
  expect(values()).toEqual({ used: own, stored: own, lastUpdateTime: 0 });
  const { modelConfig, hasChosenModel } = useSettings.getState();
  expect([modelConfig.model, modelConfig.providerName, hasChosenModel]).toEqual(["gpt-4o", "OpenAI", true]);
});

test("a browser with settings keeps them", async () => {
  localStorage.clear();
  localStorage.setItem("app-config", "{}");
  await give({ settings: { theme: "dark" } });
  expect(values().used.theme).toBe("auto");
  expect(localStorage.getItem("parley-site-defaults")).toBe("all");
});

test("a new user gets defaults that come later, except for settings that were changed meanwhile", async () => {
  localStorage.clear();
  Object.assign(globalThis, { fetch: async () => ({ status: 404 }) });
  await give({ isPending: true });
  expect(localStorage.getItem("parley-site-defaults")).toBe("waiting");
  useSettings.getState().set("density", "roomy");
  useSettings.getState().setModelConfig({ model: "my-model" });
  localStorage.setItem("app-config", JSON.stringify({ state: storedAppConfig(useSettings.getState()) }));
  await give({ isPending: true });
  const { lastUpdateTime } = useSettings.getState();
  await give({ settings: { theme: "dark", density: "compact", temperature: 0.2, model: "gpt-4o@openai" } });
  const own = { theme: "dark", density: "roomy", systemPrompt: "", temperature: 0.2 };
  expect(values()).toEqual({ used: own, stored: own, lastUpdateTime });
  expect(useSettings.getState().modelConfig.model).toBe("my-model");
  expect(JSON.parse(localStorage.getItem("parley-site-baseline") ?? "")).toEqual({
    "app-config": { theme: "dark", modelConfig: { temperature: 0.2 } },
  });
  await give({ settings: { theme: "light" } });
  expect(values().used.theme).toBe("dark");
});

test.each([
  ["has stored settings", "app-config", "all"],
  ["has synced meanwhile", "sync-mark", "waiting"],
])("defaults that come later change no settings of a browser that %s", async (_name, key, mark) => {
  localStorage.clear();
  localStorage.setItem(key, "{}");
  await give({ isPending: true });
  expect(localStorage.getItem("parley-site-defaults")).toBe(mark);
  await give({ settings: { theme: "dark" } });
  expect(values().used.theme).toBe("auto");
});

test("fixed values win over every change, and the user's own stay stored", async () => {
  useSettings.getState().hydrate({ theme: "light", systemPrompt: "My own.", modelConfig: { temperature: 0.9 } });
  const settings = { theme: "dark", systemPrompt: "Be brief.", temperature: 0.2 };
  await give({ settings, fixed: ["theme", "systemPrompt", "temperature"] });
  const used = { theme: "dark", density: "regular", systemPrompt: "Be brief.", temperature: 0.2 };
  const stored = { theme: "light", density: "regular", systemPrompt: "My own.", temperature: 0.9 };
  expect(values()).toMatchObject({ used, stored });

  useSettings.getState().set("theme", "auto");
  useSettings.getState().set("density", "roomy");
  useSettings.getState().setModelConfig({ temperature: 1.5, top_p: 0.5 });
  expect(values()).toMatchObject({
    used: { ...used, density: "roomy" },
    stored: { ...stored, theme: "auto", density: "roomy", temperature: 1.5 },
  });
  expect(useSettings.getState().modelConfig.top_p).toBe(0.5);

  // Another tab or a sync has written the document.
  useSettings.getState().hydrate({ theme: "light", systemPrompt: "From a sync." });
  expect(values()).toMatchObject({
    used: { ...used, density: "regular" },
    stored: { theme: "light", systemPrompt: "From a sync.", temperature: 0.5 },
  });
  expect(storedAppConfig(undefined)).toMatchObject({ theme: "auto", systemPrompt: "" });
});
