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
import type { ModelSettings } from "@/lib/chat/model-settings";
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
  const settings = useUsedSettings(sessionId);
  const [isResetting, setResetting] = useState(false);
  if (!session || !settings) return null;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("chat.settings")}
      closeLabel={t("app.close")}
      footerStart={<FooterActions session={session} onReset={() => setResetting(true)} onClose={onClose} />}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("chatSettings.done")}
        </Button>
      }
    >
      <SettingsOfChat session={session} settings={settings} />
      <StatisticsLine sessionId={sessionId} />
      <ResetMemoryDialog sessionId={sessionId} open={isResetting} onClose={() => setResetting(false)} />
    </Dialog>
  );
}

interface FooterActionsProps {
  readonly session: ChatSession;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

/** Buttons that reset the memory and save the mask. */
function FooterActions({ session, onReset, onClose }: FooterActionsProps) {
  const t = useTranslations();
  const router = useRouter();

  async function saveAsMask({ mask }: ChatSession) {
    try {
      const { useMasks } = await import("@/store/library/masks");
      await useMasks.whenRead();
      useMasks.getState().add([{ ...mask, name: mask.name || titleOf(session, "") }]);
      onClose();
      router.push("/masks");
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        icon={RotateCcw}
        disabledReason={session.memoryPrompt === "" ? t("memory.nothing") : undefined}
        onClick={onReset}
      >
        {t("memory.resetAction")}
      </Button>
      {!isHidden("masks") && (
        <Button variant="quiet" icon={Drama} onClick={() => void saveAsMask(session)}>
          {t("chatSettings.saveAsMask")}
        </Button>
      )}
    </>
  );
}

interface RowsProps {
  readonly session: ChatSession;
  readonly settings: ModelSettings;
}

/** The rows of the settings, in order. */
function SettingsOfChat({ session, settings }: RowsProps) {
  const { id, mask } = session;
  const isGlobal = mask.syncGlobalConfig;
  return (
    <ListRows>
      {!isHidden("masks") && <MaskRow session={session} model={settings.model} />}
      <SourceRows session={session} />
      <Governed isGlobal={isGlobal}>
        <ModelOfChat session={session} settings={settings} />
      </Governed>
      <AbilitiesRow model={settings.model} providerName={settings.providerName} />
      <SystemPromptRow session={session} />
      <Governed isGlobal={isGlobal}>
        <ModelSettingRows settings={settings} onChange={(patch) => changeModelSettings(id, patch)} />
      </Governed>
      {settings.sendMemory && <MemoryRow session={session} />}
      <ToolRow chosen={mask} onChange={(patch) => changeMask(id, patch)} />
      {!session.isTemporary && <StoredKnowledgeRows session={session} />}
      <CodeRows mask={mask} onChange={(patch) => changeMask(id, patch)} />
      {!isHidden("masks") && <HideContextRow mask={mask} onChange={(hideContext) => changeMask(id, { hideContext })} />}
    </ListRows>
  );
}

interface ChatRowProps {
  readonly session: ChatSession;
}

/** The choice between the global settings and those of the chat, and the source of the current ones. */
function SourceRows({ session: { id, mask, projectId = "" } }: ChatRowProps) {
  const t = useTranslations();
  const project = useProjects(({ byId }) => byId.get(projectId));
  return (
    <>
      <GlobalSettingsRow
        isOn={mask.syncGlobalConfig}
        question={t("chatSettings.useGlobalBody")}
        onTurnOn={() => changeMask(id, { syncGlobalConfig: true, modelConfig: useSettings.getState().modelConfig })}
        onTurnOff={() => changeModelSettings(id, {})}
      />
      <p className={styles.source}>
        {!mask.syncGlobalConfig
          ? t("chatSettings.ofChat")
          : project
            ? t("projects.settingsFrom", { project: project.name || t("projects.untitled") })
            : t("chatSettings.fromGlobal")}
      </p>
    </>
  );
}

function ModelOfChat({ session: { id }, settings }: RowsProps) {
  const t = useTranslations();
  return (
    <ModelRow
      title={t("models.title")}
      model={settings.model}
      providerName={settings.providerName}
      unset={t("composer.noModel")}
      onPick={(model, providerName) => changeModelSettings(id, { model, providerName })}
    />
  );
}

function SystemPromptRow({ session: { id, mask } }: ChatRowProps) {
  const t = useTranslations("chatSettings");
  return (
    <ListRow title={t("systemPrompt")} subtitle={t("systemPromptHint")} stacked>
      <TextArea
        value={systemPromptOf(mask)}
        onChange={(text) => changeMask(id, { context: withSystemPrompt(mask, text) })}
        dir="auto"
      />
    </ListRow>
  );
}

/** The documents and facts of the chat. A temporary chat has none. */
function StoredKnowledgeRows({ session: { id, mask, projectId = "", enableFacts } }: ChatRowProps) {
  const project = useProjects(({ byId }) => byId.get(projectId));
  return (
    <>
      <KnowledgeRow knowledge={mask.knowledge} onChange={(patch) => changeMask(id, patch)} />
      <FactsRow
        isOn={enableFacts ?? project?.enableFacts ?? true}
        onChange={(isOn) => useChats.getState().patchSession(id, { enableFacts: isOn })}
      />
    </>
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
