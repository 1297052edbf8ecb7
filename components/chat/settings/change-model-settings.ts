import { withModelSettings } from "@/lib/chat/mask";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { useChats } from "@/store/chats/chats";
import { projectOf, withProjectSettings } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";

/** Sets model settings of a chat, which then no longer follows those of its project and the global ones. */
export function changeModelSettings(sessionId: string, patch: Partial<ModelSettings>): void {
  const { sessions, patchSession } = useChats.getState();
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) return;
  const { global } = withProjectSettings(useSettings.getState(), projectOf(session));
  patchSession(sessionId, { mask: withModelSettings(session.mask, global, patch) });
}
