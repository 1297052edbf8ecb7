import { oldModelDefaults, withModelConfig, withProviderNames } from "@/lib/import/nextchat/nextchat-model-config";
import { type Step, type StepContext, under } from "@/lib/import/nextchat/nextchat-step";
import { type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Custom models that NextChat itself once stored for all users. */
const legacyCustomModels = "claude,claude-100k";

const plainTemplate = "{{input}}";

/** Migrations of NextChat's settings. */
export const configSteps: readonly Step[] = [
  {
    to: 3.4,
    name: "memory, template and masks can be set",
    isDue: (config) => {
      const modelConfig = recordOf(config.modelConfig);
      return !("sendMemory" in modelConfig) || !("template" in modelConfig);
    },
    migrate: (config) =>
      withModelConfig(under({ dontShowMaskSplashScreen: false, hideBuiltinMasks: false }, config), (own) =>
        under({ ...oldModelDefaults, frequency_penalty: 0, top_p: 1, template: plainTemplate }, own),
      ),
  },
  {
    to: 3.5,
    name: "custom models: what NextChat wrote for everybody is nobody's choice",
    isDue: ({ customModels }) => typeof customModels !== "string" || customModels === legacyCustomModels,
    migrate: (config) => {
      const customModels = stringOf(config.customModels);
      return { ...config, customModels: customModels === legacyCustomModels ? "" : customModels };
    },
  },
  {
    to: 3.6,
    name: "system prompts are added unless switched off",
    isDue: (config) => !("enableInjectSystemPrompts" in recordOf(config.modelConfig)),
    migrate: (config) => withModelConfig(config, (own) => under({ enableInjectSystemPrompts: true }, own)),
  },
  {
    to: 3.7,
    name: "chats get titles unless switched off",
    isDue: (config) => !("enableAutoGenerateTitle" in config),
    migrate: (config) => under({ enableAutoGenerateTitle: true }, config),
  },
  {
    to: 3.8,
    name: "settings know when they were changed",
    isDue: (config) => !("lastUpdate" in config),
    migrate: (config, { context }) => under({ lastUpdate: context.now }, config),
  },
  {
    to: 3.9,
    name: "who never chose a template takes that of this installation",
    isDue: (config) => recordOf(config.modelConfig).template === plainTemplate,
    migrate: (config, { context }) =>
      withModelConfig(config, (own) =>
        own.template === plainTemplate ? { ...own, template: context.modelConfig.template } : own,
      ),
  },
  {
    to: 4.1,
    name: "the model of summaries had been filled in",
    isDue: () => false,
    migrate: (config) => withModelConfig(config, (own) => ({ ...own, compressModel: "", compressProviderName: "" })),
  },
  {
    to: 4.1,
    name: "providers are named as we name them",
    isDue: () => true,
    migrate: (config, { context }) => withModelConfig(config, (own) => withProviderNames(own, context)),
  },
  {
    to: 4.1,
    name: "listed models that we do not know become custom ones",
    isDue: ({ models }) => Array.isArray(models),
    migrate: withModelsAsCustom,
  },
];

/**
 * Adds listed models that we do not know to the custom models. The list itself is dropped, because it only says which
 * of our models another product had.
 */
function withModelsAsCustom(config: JsonRecord, { context }: StepContext): JsonRecord {
  const known = new Set(context.providers.flatMap(({ models }) => models));
  const present = stringOf(config.customModels);
  const named = new Set(
    present.split(",").map((entry) =>
      entry
        .trim()
        .replace(/^[+-]/, "")
        .replace(/[@=].*$/, ""),
    ),
  );
  const added = listOf(config.models).flatMap((entry) => {
    const { name, available, displayName, provider } = recordOf(entry);
    // Names with these characters are rules of the custom-model string, not names.
    if (typeof name !== "string" || !/^[^\s,=@+-][^,=@]*$/.test(name)) return [];
    if (available === false || known.has(name) || named.has(name) || name === "all") return [];
    named.add(name);
    const at = nameAfter("@", recordOf(provider).providerName);
    const shown = displayName === name ? "" : nameAfter("=", displayName);
    return [`+${name}${at}${shown}`];
  });
  const { models, ...rest } = config;
  return { ...rest, customModels: [present, ...added].filter(Boolean).join(",") };
}

function nameAfter(sign: string, name: unknown): string {
  return typeof name === "string" && name !== "" && !/[,=@]/.test(name) ? sign + name : "";
}
