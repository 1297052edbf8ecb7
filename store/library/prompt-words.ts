import { createTranslator } from "use-intl";
import type { PromptWords } from "@/lib/chat/prompt-words";
import type { EnglishMessages } from "@/locales/messages";
import { localeOf } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";

/** Returns the texts that are sent to models, once they are loaded. */
export async function promptWords(): Promise<PromptWords> {
  const { prompts } = await useLocale.getState().loadAll();
  const messages = { prompts } as Pick<EnglishMessages, "prompts">;
  const t = createTranslator({ locale: localeOf(useLocale.getState().code).tag, messages, namespace: "prompts" });
  return {
    system: (facts) => t("system", { ...facts }),
    facts: (values) => t("facts", values),
    memory: (values) => t("memory", values),
    title: () => t("title"),
    summary: () => t("summary"),
    continue: () => t("continue"),
  };
}
