"use client";
import { Drama, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { KnowledgeRow } from "@/components/chat/documents/knowledge-row";
import { useChatStatistics } from "@/components/chat/use-chat-statistics";
import { useChatCostTexts } from "@/components/costs/use-chat-cost-texts";
import { FactsRow } from "@/components/facts/facts-row";
import { ToolRow } from "@/components/tools/tool-row";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { TextArea } from "@/components/ui/text-area";
import { systemPromptOf, withSystemPrompt } from "@/lib/chat/mask-system-prompt";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { toAppError } from "@/lib/errors";
import { isHidden } from "@/lib/platform/brand";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { AbilitiesRow } from "./abilities-row";
import { changeMask } from "./change-mask";
import { changeModelSettings } from "./change-model-settings";
import styles from "./chat-settings-dialog.module.css";
import { MaskDialog } from "./mask-dialog";
import { CodeRows, GlobalSettingsRow, HideContextRow } from "./mask-rows";
import { MemoryDialog } from "./memory-dialog";
import { ModelRow } from "./model-row";
import { ModelSettingRows } from "./model-setting-rows";
import { ResetMemoryDialog } from "./reset-memory-dialog";
import { useUsedSettings } from "./use-used-settings";

/** The settings of one chat: its mask, its model with settings, its memory. Changes apply at once. */
export function ChatSettingsDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations();
  const session = useChats((chats) => chats.sessions.find(({ id }) => id === sessionId));
  const project = useProjects(({ byId }) => byId.get(session?.projectId ?? ""));
  const settings = useUsedSettings(sessionId);
  const [isResetting, setResetting] = useState(false);
  const router = useRouter();
  if (!session || !settings) return null;

  async function saveAsMask(chat: ChatSession) {
    try {
      const { useMasks } = await import("@/store/library/masks");
      await useMasks.whenRead();
      useMasks.getState().add([{ ...chat.mask, name: chat.mask.name || titleOf(chat, "") }]);
      onClose();
      router.push("/masks");
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("chat.settings")}
      closeLabel={t("app.close")}
      footerStart={
        <>
          <Button
            variant="quiet"
            icon={RotateCcw}
            disabledReason={session.memoryPrompt === "" ? t("memory.nothing") : undefined}
            onClick={() => setResetting(true)}
          >
            {t("memory.resetAction")}
          </Button>
          {!isHidden("masks") && (
            <Button variant="quiet" icon={Drama} onClick={() => void saveAsMask(session)}>
              {t("chatSettings.saveAsMask")}
            </Button>
          )}
        </>
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("chatSettings.done")}
        </Button>
      }
    >
      <ListRows>
        {!isHidden("masks") && <MaskRow session={session} model={settings.model} />}
        <GlobalSettingsRow
          isOn={session.mask.syncGlobalConfig}
          question={t("chatSettings.useGlobalBody")}
          onTurnOn={() =>
            changeMask(sessionId, { syncGlobalConfig: true, modelConfig: useSettings.getState().modelConfig })
          }
          onTurnOff={() => changeModelSettings(sessionId, {})}
        />
        <p className={styles.source}>
          {!session.mask.syncGlobalConfig
            ? t("chatSettings.ofChat")
            : project
              ? t("projects.settingsFrom", { project: project.name || t("projects.untitled") })
              : t("chatSettings.fromGlobal")}
        </p>
        <Governed isGlobal={session.mask.syncGlobalConfig}>
          <ModelRow
            title={t("models.title")}
            model={settings.model}
            providerName={settings.providerName}
            unset={t("composer.noModel")}
            onPick={(model, providerName) => changeModelSettings(sessionId, { model, providerName })}
          />
        </Governed>
        <AbilitiesRow model={settings.model} providerName={settings.providerName} />
        <ListRow title={t("chatSettings.systemPrompt")} subtitle={t("chatSettings.systemPromptHint")} stacked>
          <TextArea
            value={systemPromptOf(session.mask)}
            onChange={(text) => changeMask(sessionId, { context: withSystemPrompt(session.mask, text) })}
            dir="auto"
          />
        </ListRow>
        <Governed isGlobal={session.mask.syncGlobalConfig}>
          <ModelSettingRows settings={settings} onChange={(patch) => changeModelSettings(sessionId, patch)} />
        </Governed>
        {settings.sendMemory && <MemoryRow session={session} />}
        <ToolRow chosen={session.mask} onChange={(patch) => changeMask(sessionId, patch)} />
        {!session.isTemporary && (
          <>
            <KnowledgeRow knowledge={session.mask.knowledge} onChange={(patch) => changeMask(sessionId, patch)} />
            <FactsRow
              isOn={session.enableFacts ?? project?.enableFacts ?? true}
              onChange={(enableFacts) => useChats.getState().patchSession(sessionId, { enableFacts })}
            />
          </>
        )}
        <CodeRows mask={session.mask} onChange={(patch) => changeMask(sessionId, patch)} />
        {!isHidden("masks") && (
          <HideContextRow mask={session.mask} onChange={(hideContext) => changeMask(sessionId, { hideContext })} />
        )}
      </ListRows>
      <StatisticsLine sessionId={sessionId} />
      <ResetMemoryDialog sessionId={sessionId} open={isResetting} onClose={() => setResetting(false)} />
    </Dialog>
  );
}

interface GovernedProps {
  readonly isGlobal: boolean;
  readonly children: ReactNode;
}

/** Rows that "Use global settings" governs: muted while their values are the global ones. */
function Governed({ isGlobal, children }: GovernedProps) {
  return (
    <div className={styles.governed} data-global={isGlobal || undefined}>
      {children}
    </div>
  );
}

function MaskRow({ session: { id, mask }, model }: { readonly session: ChatSession; readonly model: string }) {
  const t = useTranslations("chatSettings");
  const [isOpen, setOpen] = useState(false);
  const count = mask.context.length;
  const prompts = t("contextPrompts", { count });
  const named = count > 0 ? t("named", { name: mask.name, prompts }) : mask.name;
  return (
    <ListRow title={t("mask")} subtitle={mask.name ? named : prompts}>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("editMask")}
      </Button>
      <MaskDialog
        mask={mask}
        model={model}
        open={isOpen}
        onChange={(patch) => changeMask(id, patch)}
        onClose={() => setOpen(false)}
      />
    </ListRow>
  );
}

function MemoryRow({ session }: { readonly session: ChatSession }) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const { id, memoryPrompt, lastSummarizeIndex, messageCount } = session;
  const covered = Math.min(lastSummarizeIndex, messageCount);
  return (
    <ListRow
      title={t("memory.summary")}
      subtitle={memoryPrompt === "" ? t("memory.nothing") : t("memory.covers", { covered, count: messageCount })}
    >
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("memory.view")}
      </Button>
      <MemoryDialog sessionId={id} open={isOpen} onClose={() => setOpen(false)} />
    </ListRow>
  );
}

function StatisticsLine({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("chatSettings");
  const statistics = useChatStatistics(sessionId);
  const costs = useChatCostTexts(sessionId);
  const counted = statistics && [
    t("tokens", { count: Math.round(statistics.tokens) }),
    t("words", { count: statistics.words }),
    t("characters", { count: statistics.characters }),
    ...costs,
  ];
  return <p className={styles.statistics}>{counted?.join(" · ")}</p>;
}
