"use client";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { useAvailableModels } from "@/components/chat/settings/use-used-settings";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import type { AskedModel } from "@/lib/chat/asked-models";
import { contentOfDraft, type Draft, emptyDraft, isBlankDraft } from "@/lib/chat/draft";
import { toAppError } from "@/lib/errors";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { isTemporary } from "@/store/chats/is-temporary";
import { storeLastInput } from "@/store/chats/last-input";
import { useSpending } from "@/store/costs/spending";
import { sessionInUse } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { readComparedModels, storeComparedModels } from "@/store/turns/compared-models";
import { compare } from "@/store/turns/comparisons";
import { isOverBudget } from "@/store/turns/over-budget";
import { useTurns } from "@/store/turns/turns";
import { ModelChecks } from "./model-checks";

interface AskSeveralDialogProps extends ChatDialogProps {
  /** The models that are chosen at first; without them, those that were asked last. */
  readonly models: readonly AskedModel[] | undefined;
}

/** Sends the message in the message box to several models. The chosen models are remembered on this device. */
export function AskSeveralDialog({ sessionId, models: given, open, onClose }: AskSeveralDialogProps) {
  const t = useTranslations("several");
  const app = useTranslations("app");
  const composer = useTranslations("composer");
  const costs = useTranslations("costs");
  const { models, current, chosen, choose } = useChosenModels(sessionId, given);
  const draft = useDrafts(({ drafts }) => drafts[sessionId] ?? emptyDraft);
  const obstacle = useObstacle(sessionId, draft, chosen.length);
  const isOver = isOverBudget(sessionId, chosen.map(choiceOf));

  function send() {
    onClose();
    // The button says so: it is the only one over a spent budget.
    if (isOver) useSpending.getState().allowOnce(sessionId);
    storeComparedModels(chosen.map(modelKey));
    sendToModels(sessionId, draft, chosen.map(choiceOf)).catch((thrown: unknown) => report(toAppError(thrown)));
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("open")}
      subtitle={t("hint")}
      closeLabel={app("close")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button variant="solid" disabledReason={obstacle} onClick={send}>
            {isOver ? costs("sendOnce") : composer("send")}
          </Button>
        </>
      }
    >
      <TextArea
        label={t("message")}
        value={draft.text}
        onChange={(text) => useDrafts.getState().change(sessionId, () => ({ text }))}
      />
      <ModelChecks
        models={models}
        current={current && modelKey(current)}
        chosen={chosen.map(modelKey)}
        onChange={choose}
      />
      {isOver && <Notice kind="error" heading={t("overBudget")} isAlert />}
    </Dialog>
  );
}

/** The models that can be asked, the chat's own one, and the chosen ones: at first the given, or those asked last. */
function useChosenModels(sessionId: string, given: AskSeveralDialogProps["models"]) {
  const available = useAvailableModels();
  const models = useMemo(() => available.filter(({ isKeyless }) => !isKeyless), [available]);
  const modelOf = (asked: AskedModel) => models.find((model) => isSameModel(choiceOf(model), asked));
  const [keys, choose] = useState(() =>
    given ? given.flatMap((asked) => modelOf(asked) ?? []).map(modelKey) : readComparedModels(),
  );
  const chosen = keys.flatMap((key) => models.find((model) => modelKey(model) === key) ?? []);
  const session = useChats((chats) => sessionOf(chats, sessionId));
  const current = session && modelOf(sessionInUse(session).mask.modelConfig);
  return { models, current, chosen, choose };
}

/** Returns the reason the message cannot be sent yet. */
function useObstacle(sessionId: string, draft: Draft, modelCount: number): string | undefined {
  const t = useTranslations("several");
  const errors = useTranslations("errors");
  const isAttaching = useDrafts(({ attaching }) => (attaching[sessionId] ?? 0) > 0);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  if (isAnswering) return errors("stillAnswering");
  if (isBlankDraft(draft) || isAttaching) return t("needsMessage");
  return modelCount < 2 ? t("needsTwo") : undefined;
}

async function sendToModels(sessionId: string, draft: Draft, models: readonly AskedModel[]): Promise<void> {
  if (!(await compare(useTurns.getState().context, sessionId, contentOfDraft(draft), models))) return;
  // Text written since then is not part of the sent message.
  if (useDrafts.getState().drafts[sessionId] === draft) useDrafts.getState().clear(sessionId);
  useSettings.getState().countSent();
  if (draft.text !== "" && !isTemporary(sessionId)) storeLastInput(draft.text);
}

function isSameModel(one: AskedModel, other: AskedModel): boolean {
  return one.model === other.model && one.providerName === other.providerName;
}

function choiceOf({ name, provider: { providerName } }: ModelEntry) {
  return { model: name, providerName };
}
