import { useChats } from "@/store/chats";
import { useSettings } from "@/store/settings";

/** Gives a chat its own model; from then on it does not follow the global model settings (§1.4.3). */
export function chooseModel(sessionId: string, chosen: { model: string; providerName: string }): void {
  const { sessions, patchSession } = useChats.getState();
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) return;
  const { mask } = session;
  const base = mask.syncGlobalConfig ? useSettings.getState().modelConfig : mask.modelConfig;
  const modelConfig = { ...base, ...chosen };
  patchSession(sessionId, { mask: { ...mask, syncGlobalConfig: false, modelConfig } });
}
