"use client";
import { Camera, FileText, Paperclip, SquareSlash } from "lucide-react";
import { type ReactNode, type RefObject, useDeferredValue } from "react";
import { type ActionContext, type MenuActionWithIcon, menuRows, useActionContext } from "@/components/actions/action";
import { chooseTools, clearContext, searchWeb } from "@/components/actions/composer-actions";
import { chatSettings } from "@/components/actions/header-actions";
import {
  addServerContent,
  askSeveral,
  chooseModel,
  dictate,
  editPrompts,
  lacksTools,
  listShortcuts,
  nextTheme,
  openMasks,
  speakLive,
  stopAllReplies,
} from "@/components/actions/toolbar-actions";
import type { MenuItem } from "@/components/ui/menu-item";
import { onlyLink } from "@/lib/chat/only-link";
import { isPromptSearchTaken } from "@/lib/chat/prompt-query";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useCodeFeatures } from "@/store/settings/code-features";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";
import type { PickRequest } from "./file-pickers";
import { startPromptSearch } from "./start-prompt-search";
import { useVisionSupport } from "./use-vision-support";

interface ToolMenuProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onPick: (source: PickRequest["source"]) => void;
  readonly render: (rows: readonly MenuItem[]) => ReactNode;
}

/** The rows of the menu below the message box: all actions of the chat. */
export function ToolMenu({ sessionId, box, onPick, render }: ToolMenuProps) {
  const context = useActionContext(sessionId);
  const { t, isPhone } = context;
  const { supportsVision } = useVisionSupport(sessionId);
  const hasPrompts = useSettings((settings) => !settings.disablePromptHint);
  const isTaken = useDrafts(({ drafts }) => isPromptSearchTaken(drafts[sessionId]?.text));
  const link = useDrafts(({ drafts }) => onlyLink(drafts[sessionId]?.text ?? ""));
  // Whether a reply is being written in any chat.
  const isAnyAnswering = useDeferredValue(useTurns((turns) => Object.keys(turns.inFlight).length > 0));
  // Subscriptions: the actions read these values from the stores.
  useSettings((settings) => settings.theme);
  useSettings((settings) => settings.realtimeConfig.enable);
  useChats((chats) => sessionOf(chats, sessionId));
  useCodeFeatures(({ lacking }) => lacking);

  const files: MenuActionWithIcon = {
    id: "files",
    icon: Paperclip,
    label: t(supportsVision ? "tools.imagesAndFiles" : "tools.files"),
    onSelect: () => onPick("files"),
  };
  const photo: MenuActionWithIcon = {
    id: "photo",
    icon: Camera,
    label: t("tools.photo"),
    onSelect: () => onPick("camera"),
  };
  const prompts: MenuActionWithIcon = {
    id: "insert-prompt",
    icon: SquareSlash,
    label: t("composerTools.prompts"),
    disabled: isTaken,
    onSelect: () => startPromptSearch(sessionId, box.current),
  };
  const chat = [
    editPrompts,
    openMasks,
    searchWeb,
    chooseTools,
    addServerContent,
    clearContext,
    chooseModel,
    askSeveral,
    chatSettings,
    dictate,
    speakLive,
    nextTheme,
    listShortcuts,
  ];
  const stop = isAnyAnswering ? menuRows([stopAllReplies], context) : [];
  return render([
    files,
    ...(supportsVision && isPhone ? [photo] : []),
    ...(link === undefined ? [] : [linkedPage(context, link)]),
    ...(hasPrompts ? [prompts] : []),
    ...menuRows(
      chat.filter((action) => !lacksTools(action, sessionId)),
      context,
    ),
    ...stop.map((row) => ({ ...row, separatorBefore: true })),
  ]);
}

/** Returns the row that attaches the page of a link. */
function linkedPage({ t, sessionId }: ActionContext, link: string): MenuActionWithIcon {
  return {
    id: "page",
    icon: FileText,
    label: t("tools.page"),
    onSelect: () => void attachLinkedPage(sessionId, link),
  };
}

async function attachLinkedPage(sessionId: string, link: string): Promise<void> {
  try {
    const { attachPage } = await import("@/store/tools/attach-page");
    await attachPage(sessionId, link);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}
