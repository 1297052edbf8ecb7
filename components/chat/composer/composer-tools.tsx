"use client";
import {
  AudioLines,
  Blocks,
  Camera,
  Drama,
  Eraser,
  ImagePlus,
  Keyboard,
  OctagonX,
  Plug,
  Plus,
  Shapes,
  SlidersHorizontal,
  SquarePen,
  SquareSlash,
  SunMoon,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { type ChangeEvent, memo, type RefObject, useDeferredValue, useRef } from "react";
import { useTranslations } from "use-intl";
import { useModelReplaced } from "@/components/chat/settings/use-model-replaced";
import { clearContext } from "@/components/shell/chat-shortcuts";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import type { MenuAction } from "@/components/ui/menu-item";
import { Toolbar } from "@/components/ui/toolbar";
import { shortcuts } from "@/lib/chat/commands";
import { promptQuery } from "@/lib/chat/prompts";
import { areToolsHidden, isHidden } from "@/lib/platform/brand";
import { appSettings } from "@/lib/settings/app-settings";
import { useUi } from "@/store/base/ui";
import { attachImages } from "@/store/chats/attach";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useSettings } from "@/store/settings/settings";
import { isMcpChoice } from "@/store/tools/mcp-choice";
import { useTurns } from "@/store/turns/turns";
import { useVoice } from "@/store/voice/voice";
import styles from "./composer-tools.module.css";
import { useSight } from "./use-sight";

interface ComposerToolsProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

interface ToolsProps extends ComposerToolsProps {
  /** Some reply is being written, in whatever chat. */
  readonly isAnyAnswering: boolean;
  /** The prompts are found by a slash at the start of the message, where something else stands. */
  readonly arePromptsTaken: boolean;
}

/** What a message may be made of: images, prompts, a cleared context; and all actions of the chat in a menu. */
export const ComposerTools = memo(function ComposerTools({ sessionId, box }: ComposerToolsProps) {
  // What a press of Send or a first letter brings is drawn before the buttons that follow it.
  const isAnyAnswering = useDeferredValue(useTurns((turns) => Object.keys(turns.inFlight).length > 0));
  const arePromptsTaken = useDeferredValue(useDrafts(({ drafts }) => isTaken(drafts[sessionId]?.text)));
  return <Tools {...{ sessionId, box, isAnyAnswering, arePromptsTaken }} />;
});

/** Tells whether a message holds something that is no search for a prompt. */
function isTaken(text = ""): boolean {
  return text !== "" && promptQuery(text) === undefined;
}

const Tools = memo(function Tools({ sessionId, box, ...changing }: ToolsProps) {
  const t = useTranslations("tools");
  const app = useTranslations("app");
  const isPhone = useIsPhone();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  useModelReplaced(sessionId);
  const actions = useActions({ sessionId, box, ...changing }, { picker, camera });
  const buttons = isPhone ? [] : actions.filter(({ isButton }) => isButton);

  function attach(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again.
    event.target.value = "";
    void attachImages(sessionId, files);
    box.current?.focus();
  }

  return (
    <Toolbar label={t("label")} className={styles.bar}>
      <Menu
        label={t("actions")}
        closeLabel={app("close")}
        align="start"
        isSheetOnPhone
        items={actions}
        trigger={(props) => <IconButton {...props} icon={Plus} label={t("actions")} />}
      />
      {buttons.map(({ id, icon, label, keys, checked, disabled, isInUse, onSelect }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          keys={keys}
          pressed={checked}
          className={isInUse ? styles.inUse : undefined}
          disabledReason={disabled ? t("promptsTaken") : undefined}
          onClick={onSelect}
        />
      ))}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/heic,image/heif"
        data-testid="attach-images"
        onChange={attach}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        data-testid="take-photo"
        onChange={attach}
      />
    </Toolbar>
  );
});

type Action = MenuAction & {
  readonly icon: NonNullable<MenuAction["icon"]>;
  /** Stands in the toolbar as well, where there is room. */
  readonly isButton?: true;
  /** What it chooses is at work: its label says how much. */
  readonly isInUse?: boolean;
};

function useActions(
  { sessionId, box, isAnyAnswering, arePromptsTaken }: ToolsProps,
  { picker, camera }: Readonly<Record<"picker" | "camera", RefObject<HTMLInputElement | null>>>,
): readonly Action[] {
  const t = useTranslations();
  const router = useRouter();
  const isPhone = useIsPhone();
  const { isSeeing } = useSight(sessionId);
  const theme = useSettings((settings) => settings.theme);
  const hasPrompts = useSettings((settings) => !settings.disablePromptHint);
  const isCleared = useChats(({ sessions }) =>
    sessions.some(({ id, messageCount, clearContextIndex }) => id === sessionId && messageCount === clearContextIndex),
  );
  const toolCount = useChats((chats) => sessionOf(chats, sessionId)?.mask.plugin.length ?? 0);
  const hasServers = useChats((chats) => sessionOf(chats, sessionId)?.mask.plugin.some(isMcpChoice) === true);
  const hasVoice = useSettings((settings) => settings.realtimeConfig.enable);
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
  const { openDialog } = useUi.getState();

  function showPrompts() {
    const { drafts, change } = useDrafts.getState();
    const text = drafts[sessionId]?.text;
    if (!isTaken(text)) change(sessionId, () => ({ text: text ? "" : "/" }));
    box.current?.focus();
  }

  const images: Action = {
    id: "images",
    icon: ImagePlus,
    label: t("tools.images"),
    isButton: true,
    onSelect: () => picker.current?.click(),
  };
  const photo: Action = {
    id: "photo",
    icon: Camera,
    label: t("tools.photo"),
    onSelect: () => camera.current?.click(),
  };
  const prompts: Action = {
    id: "prompts",
    icon: SquareSlash,
    label: t("hints.prompts"),
    disabled: arePromptsTaken,
    isButton: true,
    onSelect: showPrompts,
  };
  const editPrompts: Action = {
    id: "edit-prompts",
    icon: SquarePen,
    label: t("promptList.edit"),
    onSelect: () => openDialog({ kind: "prompts" }),
  };
  const stopAll: Action = {
    id: "stop-all",
    icon: OctagonX,
    label: t("tools.stopAll"),
    separatorBefore: true,
    onSelect: () => useTurns.getState().stopAll(),
  };
  const masks: Action = {
    id: "masks",
    icon: Drama,
    label: t("masks.title"),
    onSelect: () => router.push("/masks"),
  };
  const tools: Action = {
    id: "tools",
    icon: Plug,
    label: t("toolChoice.inUse", { count: toolCount }),
    isButton: true,
    isInUse: toolCount > 0,
    onSelect: () => openDialog({ kind: "tools", sessionId }),
  };
  const serverContent: Action = {
    id: "server-content",
    icon: Blocks,
    label: t("serverContent.title"),
    onSelect: () => openDialog({ kind: "server-content", sessionId }),
  };
  const voice: Action = {
    id: "voice",
    icon: AudioLines,
    label: t("voice.open"),
    onSelect: () => useVoice.getState().open(sessionId),
  };
  return [
    ...(isSeeing ? [images] : []),
    ...(isSeeing && isPhone ? [photo] : []),
    ...(hasPrompts ? [prompts] : []),
    editPrompts,
    ...(isHidden("masks") ? [] : [masks]),
    ...(areToolsHidden() ? [] : [tools]),
    ...(hasServers && !isHidden("mcp") ? [serverContent] : []),
    {
      id: "clear-context",
      icon: Eraser,
      label: t(isCleared ? "tools.restoreContext" : "tools.clearContext"),
      keys: shortcuts.clearContext.keys,
      isButton: true,
      onSelect: clearContext,
    },
    {
      id: "model",
      icon: Shapes,
      label: t("composer.chooseModel"),
      keys: shortcuts.chooseModel.keys,
      onSelect: () => sendShortcut("chooseModel"),
    },
    {
      id: "settings",
      icon: SlidersHorizontal,
      label: t("chat.settings"),
      onSelect: () => openDialog({ kind: "chat-settings", sessionId }),
    },
    ...(hasVoice && !isHidden("voice") ? [voice] : []),
    {
      id: "theme",
      icon: SunMoon,
      label: t(`tools.${theme}`),
      onSelect: () => useSettings.getState().set("theme", nextTheme),
    },
    {
      id: "shortcuts",
      icon: Keyboard,
      label: t("shortcuts.title"),
      keys: shortcuts.listShortcuts.keys,
      onSelect: () => openDialog({ kind: "shortcuts" }),
    },
    ...(isAnyAnswering ? [stopAll] : []),
  ];
}

const themes = appSettings.theme.options;
