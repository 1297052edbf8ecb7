import { listModels } from "@/lib/models/model-list";
import { secretNames } from "@/lib/providers/provider";
import { hostWarnings } from "@/lib/server/named-host";
import type { ProviderConfig } from "@/lib/server/provider-config";
import type { ServerConfig } from "@/lib/server/server-config";
import { type Variables, variableKinds } from "@/lib/server/variables";

/** A variable as the administrator's page shows it. */
export interface ShownVariable {
  readonly name: string;
  readonly isSet: boolean;
  /** The value, only of variables that can contain no secret. */
  readonly value?: string;
}

/** A provider as the administrator's page shows it. */
export interface ShownProvider {
  readonly id: string;
  readonly name: string;
  /** Number of the operator's keys. */
  readonly keys: number;
  readonly hasOwnAddress: boolean;
  readonly isMisconfigured: boolean;
  /** Whether a call with the operator's key is possible. */
  readonly isTestable: boolean;
  /** Models that the operator's lists allow. */
  readonly models: readonly string[];
}

/** The configuration as the server sees it, without secrets. */
export interface ShownConfig {
  readonly problems: readonly string[];
  readonly variables: readonly ShownVariable[];
  readonly providers: readonly ShownProvider[];
  /** Whether signed codes can be made. */
  readonly canSignCodes: boolean;
}

/** Variables whose values are shown. Addresses are not among them, because they can contain a password or a token. */
const shownVariables: ReadonlySet<string> = new Set([
  "ALLOWED_HOSTS",
  "ALLOWED_ORIGINS",
  "CUSTOM_MODELS",
  "DEFAULT_MODEL",
  "LOG_FORMAT",
  "MAX_BODY_BYTES",
  "MAX_IMAGES",
  "MAX_OUTPUT_TOKENS",
  "MAX_REPLY_SECONDS",
  "METRICS_HOST",
  "METRICS_PORT",
  "SEARCH_ENGINE",
  "VISION_MODELS",
]);

/** Maximum length of a shown value, in characters. */
const maxValueChars = 500;

/** Maximum number of models per provider in the choice for a test call. */
const maxModels = 100;

/**
 * Returns the configuration without secrets. Flags and numbers are shown with their values, other variables without.
 *
 * @param later problems that were found after the start
 */
export function shownConfig(config: ServerConfig, env: Variables, later: readonly string[] = []): ShownConfig {
  return {
    problems: [...config.problems, ...hostWarnings(config), ...later],
    variables: [...variableKinds].map(([name, kind]) => {
      const value = env[name]?.trim() ?? "";
      const isFlag = kind === "flag" || kind === "one";
      const isShown = value !== "" && (shownVariables.has(name) || isFlag);
      return { name, isSet: value !== "", ...(isShown ? { value: value.slice(0, maxValueChars) } : {}) };
    }),
    providers: shownProviders(config),
    canSignCodes: config.codeRules.secrets.length > 0,
  };
}

/** Returns the providers of the relay, with the models that the operator's lists allow. */
function shownProviders({ providers, customModels, defaultModel, gate }: ServerConfig): ShownProvider[] {
  const relayed = [...providers.values()].filter(({ provider }) => !provider.isLocal && provider.relayed.length > 0);
  const models = listModels({
    providers: relayed.map(({ provider }) => provider),
    customModels: [customModels],
    defaultModel,
  }).filter(({ available, name, provider }) => available && gate.isAllowed(name, provider));
  return relayed.map((target) => {
    const { id, name } = target.provider;
    const own = models.filter(({ provider }) => provider.id === id).map((model) => model.name);
    return {
      id,
      name,
      keys: target.credentials.filter((each) => Object.values(each).some((value) => value !== "")).length,
      hasOwnAddress: target.baseUrl !== undefined,
      isMisconfigured: target.isMisconfigured ?? false,
      isTestable: isTestable(target),
      models: [...new Set(own)].slice(0, maxModels),
    };
  });
}

/** Whether the server can call a provider by itself: it has a key, or the provider needs none and has an address. */
export function isTestable({ provider, baseUrl, credentials, isMisconfigured }: ProviderConfig): boolean {
  if (isMisconfigured || provider.isLocal || provider.relayed.length === 0) return false;
  return secretNames(provider).length > 0 ? credentials.length > 0 : baseUrl !== undefined;
}
