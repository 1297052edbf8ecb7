"use client";
import { Camera, Paperclip, Plus, SquareSlash } from "lucide-react";
import { type ChangeEvent, memo, type RefObject, useDeferredValue, useRef } from "react";
import { useTranslations } from "use-intl";
import { type Action, type MenuActionWithIcon, menuRows, useActionContext } from "@/components/actions/action";
import { chatSettings } from "@/components/actions/header-actions";
import {
  addServerContent,
  chooseModel,
  chooseTools,
  chosenTools,
  clearContext,
  editPrompts,
  isContextCleared,
  listShortcuts,
  nextTheme,
  openMasks,
  speakLive,
  stopAllReplies,
} from "@/components/actions/toolbar-actions";
import { useModelReplaced } from "@/components/chat/settings/use-model-replaced";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import { Toolbar } from "@/components/ui/toolbar";
import { promptQuery } from "@/lib/chat/prompts";
import { acceptedImages, acceptedTexts, attachFiles } from "@/store/chats/attach";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useSettings } from "@/store/settings/settings";
import { isMcpChoice } from "@/store/tools/mcp-choice";
import { useTurns } from "@/store/turns/turns";
import styles from "./composer-tools.module.css";
import { useVisionSupport } from "./use-vision-support";

interface ComposerToolsProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

interface ToolsProps extends ComposerToolsProps {
  /** Whether a reply is being written in any chat. */
  readonly isAnyAnswering: boolean;
  /** Prompts are found by a slash at the start of the message, which is not possible if the draft starts otherwise. */
  readonly arePromptsTaken: boolean;
}

/** Buttons for images and files, prompts and clearing the context, and all actions of the chat in a menu. */
export const ComposerTools = memo(function ComposerTools({ sessionId, box }: ComposerToolsProps) {
  // Render the effect of Send or of a first letter before the buttons that depend on it.
  const isAnyAnswering = useDeferredValue(useTurns((turns) => Object.keys(turns.inFlight).length > 0));
  const arePromptsTaken = useDeferredValue(useDrafts(({ drafts }) => isTaken(drafts[sessionId]?.text)));
  return <Tools {...{ sessionId, box, isAnyAnswering, arePromptsTaken }} />;
});

/** Whether a draft is not empty and is not a search for a prompt. */
function isTaken(text = ""): boolean {
  return text !== "" && promptQuery(text) === undefined;
}

const Tools = memo(function Tools({ sessionId, box, ...changing }: ToolsProps) {
  const t = useTranslations("tools");
  const app = useTranslations("app");
  const isPhone = useIsPhone();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const vision = useVisionSupport(sessionId);
  useModelReplaced(sessionId);
  const actions = useToolRows({ sessionId, box, ...changing }, { picker, camera });
  const buttons = isPhone ? [] : actions.filter(({ isButton }) => isButton);

  function attach(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    // Reset the input, so that the same file can be chosen again.
    event.target.value = "";
    void attachFiles(sessionId, files, vision);
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
        accept={vision.supportsVision ? `${acceptedImages},${acceptedTexts}` : acceptedTexts}
        data-testid="attach-files"
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

type ToolRow = MenuActionWithIcon & {
  /** Shown in the toolbar as well, where there is space. */
  readonly isButton?: boolean;
  /** Whether it has a selection; its label contains the number. */
  readonly isInUse?: boolean;
};

function useToolRows(
  { sessionId, box, isAnyAnswering, arePromptsTaken }: ToolsProps,
  { picker, camera }: Readonly<Record<"picker" | "camera", RefObject<HTMLInputElement | null>>>,
): readonly ToolRow[] {
  const context = useActionContext(sessionId);
  const { t, isPhone } = context;
  const { supportsVision } = useVisionSupport(sessionId);
  const hasPrompts = useSettings((settings) => !settings.disablePromptHint);
  // Subscriptions: the actions read these values from the stores.
  useSettings((settings) => settings.theme);
  useSettings((settings) => settings.realtimeConfig.enable);
  useChats(() => isContextCleared(sessionId));
  const toolCount = useChats((chats) => sessionOf(chats, sessionId)?.mask.plugin.length ?? 0);
  useChats(() => chosenTools(sessionId).some(isMcpChoice));

  function showPrompts() {
    const { drafts, change } = useDrafts.getState();
    const text = drafts[sessionId]?.text;
    if (!isTaken(text)) change(sessionId, () => ({ text: text ? "" : "/" }));
    box.current?.focus();
  }

  const files: ToolRow = {
    id: "files",
    icon: Paperclip,
    label: t(supportsVision ? "tools.imagesAndFiles" : "tools.files"),
    isButton: true,
    onSelect: () => picker.current?.click(),
  };
  const photo: ToolRow = {
    id: "photo",
    icon: Camera,
    label: t("tools.photo"),
    onSelect: () => camera.current?.click(),
  };
  const prompts: ToolRow = {
    id: "insert-prompt",
    icon: SquareSlash,
    label: t("hints.prompts"),
    disabled: arePromptsTaken,
    isButton: true,
    onSelect: showPrompts,
  };
  const rows = (...actions: Action[]): readonly ToolRow[] =>
    menuRows(actions, context).map((row) => ({ ...row, isButton: buttonIds.has(row.id) }));
  return [
    files,
    ...(supportsVision && isPhone ? [photo] : []),
    ...(hasPrompts ? [prompts] : []),
    ...rows(editPrompts, openMasks),
    ...rows(chooseTools).map((row) => ({ ...row, isInUse: toolCount > 0 })),
    ...rows(addServerContent, clearContext, chooseModel, chatSettings, speakLive, nextTheme, listShortcuts),
    ...(isAnyAnswering ? rows(stopAllReplies).map((row) => ({ ...row, separatorBefore: true })) : []),
  ];
}

/** The actions that the toolbar shows as buttons. */
const buttonIds: ReadonlySet<string> = new Set([chooseTools.id, clearContext.id]);
