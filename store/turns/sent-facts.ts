import { usesFacts } from "@/lib/chat/facts";
import type { ChatSession } from "@/lib/chat/session";
import { useFacts } from "@/store/library/facts";
import { projectOf } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";

/** Whether the requests of a chat contain the remembered facts. */
export function sendsFacts(session: ChatSession): boolean {
  return usesFacts(useSettings.getState().enableFacts, session, projectOf(session));
}

/** Returns the facts that are sent with the requests of a chat, oldest first, so that a new one is at the end. */
export async function sentFacts(session: ChatSession): Promise<readonly string[]> {
  if (!sendsFacts(session)) return [];
  // The store reports unreadable facts. A message is sent without them.
  await useFacts.whenRead().catch(() => {});
  return useFacts
    .getState()
    .facts.map(({ text }) => text)
    .toReversed();
}
