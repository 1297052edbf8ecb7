import { withModelSettings } from "@/lib/chat/mask";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { useChats } from "@/store/chats/chats";
import { sessionInUse } from "@/store/settings/models";
import { projectOf, withProjectSettings } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { isOfDemo } from "./use-used-settings";

/**
 * Sets model settings of a chat, which then no longer follows those of its project and the global ones. The chat keeps the
 * model that it has shown, such as the operator's default; only the demonstration is replaced once there is a key.
 */
export function changeModelSettings(sessionId: string, patch: Partial<ModelSettings>): void {
  const { sessions, patchSession } = useChats.getState();
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) return;
  const { global } = withProjectSettings(useSettings.getState(), projectOf(session));
  const shown = sessionInUse(session).mask.modelConfig;
  patchSession(sessionId, { mask: withModelSettings(session.mask, isOfDemo(shown) ? global : shown, patch) });
}
