import type { SiteDefaults } from "@/lib/brand/brand";
import type { Environment } from "@/lib/environment";
import { parseJson, printJson } from "@/lib/json";
import { readAnswer } from "@/lib/server/request-body";
import type { PlainConfig } from "@/lib/server/variables";
import { readSiteDefaults, type SiteLibrary } from "@/lib/settings/site-defaults";

/** The value of `DEFAULTS`, or the address where it is. */
export type SiteDefaultsPlace =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly given: GivenDefaults }
  | { readonly kind: "address"; readonly address: string };

/** The defaults of new users, as the two files deliver them. */
export interface GivenDefaults {
  readonly defaults: SiteDefaults;
  readonly library: SiteLibrary;
}

/** The defaults of this server. */
export interface SiteDefaultsSource {
  /** Returns the defaults; undefined if there are none, or while they cannot be fetched. Never rejects. */
  read(): Promise<GivenDefaults | undefined>;
  /** Returns the same, but waits until the fetch has ended, however long that takes. For builds. */
  readWhenFetched(): Promise<GivenDefaults | undefined>;
  /** Whether the defaults are at an address. */
  readonly hasAddress: boolean;
  /** Problems of the last fetch, without addresses and values. */
  readonly problems: () => readonly string[];
}

/** Maximum size of the defaults, in bytes. */
export const maxDefaultsBytes = 1_000_000;

/** Timeout of a fetch, in milliseconds. */
const fetchMs = 10_000;

/** Time for which a page waits for the first fetch, in milliseconds: pages show nothing before. */
const waitMs = 2000;

/** Time after which the defaults are fetched again, in milliseconds. */
export const freshMs = { fetched: 300_000, failed: 60_000 } as const;

/**
 * Reads `DEFAULTS`: a JSON object, or an address with https. Invalid settings are left out; an object with another format
 * is left out as a whole.
 */
export function readDefaultsPlace(text: string, problems: string[]): SiteDefaultsPlace {
  if (text === "") return { kind: "none" };
  if (/^https:\/\//i.test(text)) {
    if (isUsableAddress(text)) return { kind: "address", address: text };
    problems.push("DEFAULTS has no effect: its address is not https://host/path, without a name and a password.");
    return { kind: "none" };
  }
  const { given, problems: found } = readDefaultsText(text);
  problems.push(...found);
  return given ? { kind: "value", given } : { kind: "none" };
}

function isUsableAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username + password + hash === "";
}

/** Returns a problem of a file at an address that was usable before. */
function problemBesideFormer(problem: string): string {
  return problem.replace("DEFAULTS has no effect:", "DEFAULTS has its former value:");
}

function readDefaultsText(text: string): { readonly given?: GivenDefaults; readonly problems: readonly string[] } {
  if (text.length > maxDefaultsBytes) return { problems: ["DEFAULTS has no effect: it is larger than 1 MB."] };
  const value = parseJson(text);
  if (value === undefined) return { problems: ["DEFAULTS has no effect: it is not JSON."] };
  // The response could not be written.
  if (printJson(value) === undefined) return { problems: ["DEFAULTS has no effect: it is nested too deeply."] };
  const read = readSiteDefaults(value);
  if (!("defaults" in read)) return { problems: read.problems.map((problem) => `DEFAULTS has no effect: ${problem}.`) };
  const { defaults, library, problems } = read;
  return { given: { defaults, library }, problems: problems.map((problem) => `DEFAULTS: ${problem}.`) };
}

/**
 * Returns the settings with the fixed ones that the server enforces: the model list, and that own keys are off. Those of
 * an address are not known at the start.
 */
export function withFixedSettings(settings: PlainConfig, place: SiteDefaultsPlace): PlainConfig {
  if (place.kind !== "value") return settings;
  const { settings: values, fixed } = place.given.defaults;
  const models = fixed.includes("customModels") ? String(values.customModels) : "";
  return {
    ...settings,
    customModels: [settings.customModels, models].filter((entries) => entries !== "").join(","),
    hideUserApiKey: settings.hideUserApiKey || (fixed.includes("useCustomConfig") && values.useCustomConfig === false),
  };
}

/** Opens the defaults. Those of an address are fetched when they are needed, and again after five minutes. */
export function openSiteDefaults(
  place: SiteDefaultsPlace,
  env: Pick<Environment, "fetch" | "now" | "delay">,
  log: (line: string) => void,
): SiteDefaultsSource {
  if (place.kind !== "address") {
    const read = async () => (place.kind === "value" ? place.given : undefined);
    return { read, readWhenFetched: read, hasAddress: false, problems: () => [] };
  }
  const { address } = place;
  let given: GivenDefaults | undefined;
  let problems: readonly string[] = [];
  let loading: Promise<void> | undefined;
  let dueAt = 0;

  async function load(): Promise<void> {
    const found = await fetchDefaults(address, env);
    // The former defaults stay if the new ones cannot be used.
    given = found.given ?? given;
    const isFormer = found.given === undefined && given !== undefined;
    const current = isFormer ? found.problems.map(problemBesideFormer) : found.problems;
    for (const problem of current) if (!problems.includes(problem)) log(`Configuration: ${problem}`);
    problems = current;
    dueAt = env.now() + (found.given ? freshMs.fetched : freshMs.failed);
    loading = undefined;
  }

  return {
    hasAddress: true,
    problems: () => problems,
    async readWhenFetched() {
      if (env.now() >= dueAt) loading ??= load();
      await loading;
      return given;
    },
    async read() {
      if (env.now() >= dueAt) loading ??= load();
      if (given === undefined && loading) {
        const waited = new AbortController();
        await Promise.race([loading, env.delay(waitMs, waited.signal)]);
        waited.abort();
      }
      return given;
    },
  };
}

type FoundDefaults = ReturnType<typeof readDefaultsText>;

async function fetchDefaults(address: string, env: Pick<Environment, "fetch">): Promise<FoundDefaults> {
  const failed = (reason: string): FoundDefaults => ({ problems: [`DEFAULTS could not be fetched: ${reason}.`] });
  try {
    const signal = AbortSignal.timeout(fetchMs);
    const response = await env.fetch(address, { headers: { accept: "application/json" }, redirect: "manual", signal });
    if (response.status !== 200 || response.body === null) return failed(`the status is ${response.status}`);
    const text = await readAnswer(response.body, maxDefaultsBytes);
    const found = readDefaultsText(text);
    return { ...found, problems: [...found.problems, ...unenforced(found.given)] };
  } catch {
    return failed("the server cannot be reached, or the file is larger than 1 MB");
  }
}

/** Reports fixed settings that only the app enforces, because the server knows them too late. */
function unenforced(given: GivenDefaults | undefined): string[] {
  const variables = { customModels: "CUSTOM_MODELS", useCustomConfig: "HIDE_USER_API_KEY" } as const;
  return Object.entries(variables).flatMap(([name, variable]) =>
    given?.defaults.fixed.includes(name)
      ? [`DEFAULTS: fixed.${name} is not enforced by the server, because it is at an address: set ${variable}.`]
      : [],
  );
}
