import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import { makesMedia } from "@/lib/models/model-facts";
import { brand } from "@/lib/platform/brand";
import { rememberTool } from "@/lib/tools/app/remember-tool";
import { useFacts } from "@/store/library/facts";
import { abilitiesNow } from "@/store/settings/abilities";
import { sendsFacts } from "@/store/turns/sent-facts";

/**
 * Returns the tool that proposes facts, as a list of one, if the chat uses remembered facts and its model calls tools.
 * Models without tool calls get it only if the user has chosen to describe tools in text.
 */
export function rememberToolOf(session: ChatSession): readonly Tool[] {
  const { modelConfig, toolsAsText } = session.mask;
  const takesTools = abilitiesNow(modelConfig).tools && !makesMedia(modelConfig.model);
  if (!sendsFacts(session) || !(takesTools || toolsAsText)) return [];
  return [rememberTool({ name: brand.name, save: saveFact })];
}

async function saveFact(text: string): Promise<boolean> {
  // An unread list would replace the new fact.
  await useFacts.whenRead();
  return useFacts.getState().add(text);
}
