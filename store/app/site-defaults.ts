import type { ModelSettings } from "@/lib/chat/model-settings";
import { brand } from "@/lib/platform/brand";
import { type AppConfig, readAppConfig, setOwnValues } from "@/lib/settings/app-settings";
import { readSiteDefaults } from "@/lib/settings/site-defaults";
import { catalogue } from "@/lib/storage/catalogue";
import { localKeys } from "@/lib/storage/local-keys";
import { isLocaleCode } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import { pageStorage } from "@/store/base/page-storage";
import { linkedModel } from "@/store/settings/apply-link";
import { useSettings } from "@/store/settings/settings";
import { rememberSiteValues } from "@/store/sync/site-values";

/** Changes of the settings, as the store has them. */
export interface SettingsChange {
  readonly app: Partial<AppConfig>;
  readonly model: Partial<ModelSettings>;
}

/**
 * Applies what the operator has set (`DEFAULTS`), once per page load, before the first render: the settings of new users,
 * and those that are fixed. Masks and the like follow later, because nothing waits for them.
 *
 * @param started resolves when the stored settings have been read
 */
export async function applySiteDefaults(started: Promise<unknown>): Promise<void> {
  const { isPending, ...given } = brand.defaults ?? {};
  if (isPending) return waitForDefaults(started);
  const read = readSiteDefaults(given);
  for (const problem of read.problems) console.error(`config.json: defaults.${problem}.`);
  if (!("defaults" in read)) return;
  const { settings, fixed } = read.defaults;
  await started;
  const storage = pageStorage();
  const mark = storage.getItem(localKeys.siteDefaults);
  if (mark === null || mark === "waiting") {
    const isNew = mark === "waiting" || isFirstStart();
    // After a sync, the settings could be those of another device.
    if (isNew && storage.getItem(localKeys.syncMark) === null) await startWith(settings);
    storage.setItem(localKeys.siteDefaults, isNew ? "settings" : "all");
  }
  const fixedSettings = Object.fromEntries(fixed.map((name) => [name, settings[name]]));
  fixSettings(changeOf(fixedSettings));
  await changeLanguage(fixedSettings.language);
  if (storage.getItem(localKeys.siteDefaults) === "settings") void addLibrary();
}

/** Notes that the user is new, so that a later start applies the defaults that the server cannot fetch now. */
async function waitForDefaults(started: Promise<unknown>): Promise<void> {
  await started;
  const storage = pageStorage();
  if (storage.getItem(localKeys.siteDefaults) !== null) return;
  storage.setItem(localKeys.siteDefaults, isFirstStart() ? "waiting" : "all");
}

function isFirstStart(): boolean {
  return pageStorage().getItem(catalogue.config.key) === null;
}

/** Sets the operator's values of all settings that the user has not changed yet. */
async function startWith(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const { app, model } = changeOf(settings);
  const { modelConfig: productModel, ...product } = readAppConfig(undefined);
  const { modelConfig, hasChosenModel, ...config } = useSettings.getState();
  const change = {
    app: untouched({ hasChosenModel, ...config }, product, app),
    model: untouched(modelConfig, productModel, hasChosenModel ? withoutModel(model) : model),
  };
  applyChange(change);
  rememberSiteValues({ [catalogue.config.key]: { ...change.app, modelConfig: change.model } });
  if (pageStorage().getItem(localKeys.language) === null) await changeLanguage(settings.language);
}

/** Returns the values for fields that are as in the product. */
function untouched<T extends object>(current: T, product: T, values: Partial<T>): Partial<T> {
  const names = Object.keys(values) as (keyof T)[];
  const kept = names.filter((name) => current[name] === product[name]);
  return Object.fromEntries(kept.map((name) => [name, values[name]])) as Partial<T>;
}

function withoutModel({ model: _model, providerName: _provider, ...others }: Partial<ModelSettings>) {
  return others;
}

/** Adds masks, prompts, plugins and MCP servers. A failure is only logged: the next start tries again. */
async function addLibrary(): Promise<void> {
  try {
    const { addSiteLibrary } = await import("@/store/app/site-library");
    await addSiteLibrary();
    pageStorage().setItem(localKeys.siteDefaults, "all");
  } catch (error) {
    console.warn("Could not add what new users start with.", error);
  }
}

/** Sorts settings by their place in the store. The language has its own store; own keys are the server's matter. */
function changeOf({
  language: _language,
  useCustomConfig: _own,
  systemPrompt,
  model,
  ...others
}: Readonly<Record<string, unknown>>): SettingsChange {
  const config = useSettings.getState();
  const inApp = ([name]: [string, unknown]) => !Object.hasOwn(config.modelConfig, name);
  const entries = Object.entries(others);
  return {
    app: {
      ...Object.fromEntries(entries.filter(inApp)),
      ...(typeof systemPrompt === "string" && { systemPrompt }),
      ...(typeof model === "string" && { hasChosenModel: true }),
    },
    model: {
      ...Object.fromEntries(entries.filter((entry) => !inApp(entry))),
      ...(typeof model === "string" && linkedModel(model)),
    },
  };
}

/** Changes the settings without a time of change, because the user has changed nothing. */
function applyChange({ app, model }: SettingsChange): void {
  useSettings.setState(({ modelConfig }) => ({ ...app, modelConfig: { ...modelConfig, ...model } }));
}

/**
 * Makes the fixed settings win over every change: of a sync, a link, an import or another tab. The user's own values stay
 * stored, and apply again when the operator releases the setting.
 */
export function fixSettings({ app, model }: SettingsChange): void {
  const ownApp: Record<string, unknown> = {};
  const ownModel: Record<string, unknown> = {};
  setOwnValues((config, input) =>
    // Without input, the product's own configuration is wanted.
    input === undefined ? config : { ...config, ...ownApp, modelConfig: { ...config.modelConfig, ...ownModel } },
  );
  function fix(): void {
    const { modelConfig, ...config } = useSettings.getState();
    const isFixed = [keepOwn(config, app, ownApp), keepOwn(modelConfig, model, ownModel)].includes(false);
    if (isFixed) applyChange({ app, model });
  }
  fix();
  useSettings.subscribe(fix);
}

/** Remembers values that differ from the fixed ones. Returns false if there are any. */
function keepOwn(values: object, fixed: object, own: Record<string, unknown>): boolean {
  const current: Readonly<Record<string, unknown>> = { ...values };
  const others = Object.entries(fixed).filter(([name, value]) => current[name] !== value);
  for (const [name] of others) own[name] = current[name];
  return others.length === 0;
}

/** Stores and loads a language. Nothing is rendered yet, so the page need not reload. */
async function changeLanguage(code: unknown): Promise<void> {
  const { code: current, messages, load, loadSettings } = useLocale.getState();
  if (typeof code !== "string" || code === current) return;
  if (!isLocaleCode(code)) return console.error(`config.json: defaults.settings.language: ${code} is not a language.`);
  pageStorage().setItem(localKeys.language, code);
  await load();
  if (messages && "settings" in messages) await loadSettings();
}
