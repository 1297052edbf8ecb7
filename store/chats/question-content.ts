import { fillInputTemplate } from "@/lib/chat/input-template";
import type { Content } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useLocale } from "@/store/base/locale";
import { shownProviderName } from "@/store/settings/models";

/** Absent until the first chat whose template needs it: the table of models is not part of the first screen. */
let cutoffOf: typeof knowledgeCutoff | undefined;

/** Loads the code for a chat's input template. Returns undefined if it is loaded, or not needed. */
export function loadTemplateCode({ mask }: Pick<ChatSession, "mask">): Promise<void> | undefined {
  if (cutoffOf || !mask.modelConfig.template.includes("{{cutoff}}")) return undefined;
  return import("@/lib/models/knowledge-cutoff").then((loaded) => {
    cutoffOf = loaded.knowledgeCutoff;
  });
}

/**
 * Returns the user's input in the form in which it is shown and sent: a text with the chat's input template applied, a
 * text with images unchanged. `loadTemplateCode` must have resolved.
 */
export function questionContent(
  content: Content,
  { mask }: Pick<ChatSession, "mask">,
  { now } = browserEnvironment,
): Content {
  if (typeof content !== "string") return content;
  const { template, model, providerName } = mask.modelConfig;
  return fillInputTemplate(template, content, {
    ServiceProvider: shownProviderName(providerName),
    cutoff: cutoffOf?.(model) ?? "",
    model,
    time: String(new Date(now())),
    lang: useLocale.getState().code,
  });
}
