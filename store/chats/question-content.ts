import { fillInputTemplate } from "@/lib/chat/input-template";
import type { Content } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useLocale } from "@/store/base/locale";
import { shownProviderName } from "@/store/settings/models";

/**
 * Returns the user's input in the form in which it is shown and sent: a text with the chat's input template applied, a
 * text with images unchanged.
 */
export function questionContent(content: Content, { mask }: Pick<ChatSession, "mask">): Content {
  if (typeof content !== "string") return content;
  const { template, model, providerName } = mask.modelConfig;
  return fillInputTemplate(template, content, {
    ServiceProvider: shownProviderName(providerName),
    cutoff: knowledgeCutoff(model),
    model,
    time: String(new Date(browserEnvironment.now())),
    lang: useLocale.getState().code,
  });
}
