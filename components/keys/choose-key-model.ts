import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { modelForKey } from "@/lib/models/key-model";
import { findModel } from "@/lib/models/model-list";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useAccess } from "@/store/settings/access";
import { canAnswer } from "@/store/settings/add-key";
import { availableModels, sessionInUse, useModels } from "@/store/settings/models";
import { projectOf, withProjectSettings } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";

/**
 * Chooses a model of the provider whose key was just stored, for the open chat and for new ones, unless their current
 * model can answer. `wanted` is the name that the user entered.
 */
export function chooseKeyModel(provider: Provider, listed: readonly string[], wanted: string): void {
  const models = availableModels(
    useAccess.getState(),
    useModels.getState().fetched,
    useSettings.getState().customModels,
  );
  const model =
    models.find(({ available, name, provider: { id } }) => available && name === wanted && id === provider.id) ??
    modelForKey(models, provider.id, listed);
  if (!model) return;
  const patch = { model: model.name, providerName: model.provider.providerName };
  const chats = useChats.getState();
  const session = sessionOf(chats, chats.currentId);
  const isOwnChoice = session && !session.mask.syncGlobalConfig;
  if (wanted !== "" || !isChoiceUsable(session, provider)) {
    if (isOwnChoice) changeModelSettings(session.id, patch);
    else useSettings.getState().setModelConfig(patch);
  }
  if (!canAnswer(useSettings.getState().modelConfig)) useSettings.getState().setModelConfig(patch);
}

type Session = NonNullable<ReturnType<typeof sessionOf>>;

/** Whether the model that the user or the operator chose can answer; one that only replaces it does not count. */
function isChoiceUsable(session: Session | undefined, keyed: Provider): boolean {
  const global = useSettings.getState().modelConfig;
  if (!session) return canAnswer(global);
  const used = sessionInUse(session).mask.modelConfig;
  const defaults = withProjectSettings(useSettings.getState(), projectOf(session)).global;
  const chosen = session.mask.syncGlobalConfig ? defaults : session.mask.modelConfig;
  if (wasKeyRejected(session) && used.providerName !== boundNameOf(keyed)) return false;
  const isChosen = used.model === chosen.model && used.providerName === chosen.providerName;
  const models = availableModels(
    useAccess.getState(),
    useModels.getState().fetched,
    useSettings.getState().customModels,
  );
  return canAnswer(used) && (isChosen || findModel(models, used)?.isDefault === true);
}

/** Whether the last reply of a chat failed because of its key. */
function wasKeyRejected({ id }: Session): boolean {
  const { threads, messages } = useChats.getState();
  const last = threads[id]?.ids.at(-1);
  return last !== undefined && messages[last]?.error?.kind === "auth";
}
