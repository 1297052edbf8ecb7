"use client";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import type { Mask } from "@/lib/chat/mask";
import type { ChatSession } from "@/lib/chat/session";
import { useChats } from "@/store/chats";
import { useSettings } from "@/store/settings";
import { changeMask } from "./change-mask";
import { changeModelSettings } from "./change-model-settings";
import type { ChatDialogProps } from "./chat-dialog-props";
import styles from "./chat-settings-dialog.module.css";
import { MaskDialog } from "./mask-dialog";
import { MemoryDialog } from "./memory-dialog";
import { ModelRow } from "./model-row";
import { ModelSettingRows } from "./model-setting-rows";
import { ResetMemoryDialog } from "./reset-memory-dialog";
import { useChatStatistics } from "./use-chat-statistics";
import { useUsedSettings } from "./use-used-settings";

/** What is particular to one chat: its mask, its model with its settings, its memory. A change applies at once. */
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
      footerStart={
        <Button
          variant="quiet"
          icon={RotateCcw}
          disabledReason={session.memoryPrompt === "" ? t("memory.nothing") : undefined}
          onClick={() => setResetting(true)}
        >
          {t("memory.resetAction")}
        </Button>
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("chatSettings.done")}
        </Button>
      }
    >
      <ListRows>
        <MaskRow session={session} model={settings.model} />
        <GlobalSettingsRow session={session} />
        <ModelRow
          title={t("models.title")}
          model={settings.model}
          providerName={settings.providerName}
          unset={t("composer.noModel")}
          onPick={(model, providerName) => changeModelSettings(sessionId, { model, providerName })}
        />
        <ModelSettingRows settings={settings} onChange={(patch) => changeModelSettings(sessionId, patch)} />
        {settings.sendMemory && <MemoryRow session={session} />}
        <CodeRows mask={session.mask} onChange={(patch) => changeMask(sessionId, patch)} />
        <HideContextRow mask={session.mask} onChange={(hideContext) => changeMask(sessionId, { hideContext })} />
      </ListRows>
      <StatisticsLine sessionId={sessionId} />
      <ResetMemoryDialog sessionId={sessionId} open={isResetting} onClose={() => setResetting(false)} />
    </Dialog>
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

/** Turning it on overwrites what is set here, so it asks; turning it off keeps the values. */
function GlobalSettingsRow({ session: { id, mask } }: { readonly session: ChatSession }) {
  const t = useTranslations("chatSettings");
  const app = useTranslations("app");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ListRow title={t("useGlobal")} subtitle={t("useGlobalHint")} isLabel>
        <Switch
          checked={mask.syncGlobalConfig}
          onChange={(isOn) => (isOn ? setAsking(true) : changeModelSettings(id, {}))}
        />
      </ListRow>
      <ConfirmDialog
        open={isAsking}
        title={t("useGlobalQuestion")}
        body={t("useGlobalBody")}
        confirmLabel={t("useGlobalAction")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          changeMask(id, { syncGlobalConfig: true, modelConfig: useSettings.getState().modelConfig });
          setAsking(false);
        }}
      />
    </>
  );
}

interface CodeRowsProps {
  readonly mask: Mask;
  readonly onChange: (patch: Pick<Mask, "enableArtifacts" | "enableCodeFold">) => void;
}

/** A chat can turn off what the settings turn on for all. */
function CodeRows({ mask, onChange }: CodeRowsProps) {
  const t = useTranslations("fields");
  return (["enableArtifacts", "enableCodeFold"] as const).map((name) => (
    <ListRow key={name} title={t(name)} subtitle={t(`${name}Hint`)} isLabel>
      <Switch checked={mask[name] !== false} onChange={(isOn) => onChange({ [name]: isOn })} />
    </ListRow>
  ));
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

interface HideContextRowProps {
  readonly mask: Mask;
  readonly onChange: (hideContext: boolean) => void;
}

function HideContextRow({ mask, onChange }: HideContextRowProps) {
  const t = useTranslations("chatSettings");
  return (
    <ListRow title={t("hideContext")} subtitle={t("hideContextHint")} isLabel>
      <Switch checked={mask.hideContext ?? false} onChange={onChange} />
    </ListRow>
  );
}

function StatisticsLine({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("chatSettings");
  const statistics = useChatStatistics(sessionId);
  const counted = statistics && [
    t("tokens", { count: Math.round(statistics.tokens) }),
    t("words", { count: statistics.words }),
    t("characters", { count: statistics.characters }),
  ];
  return <p className={styles.statistics}>{counted?.join(" · ")}</p>;
}
