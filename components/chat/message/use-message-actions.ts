"use client";
import {
  Bookmark,
  Check,
  Copy,
  GitFork,
  Info,
  ListChecks,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Replace,
  RotateCcw,
  Square,
  StepForward,
  TextQuote,
  Trash2,
  Volume2,
} from "lucide-react";
import { useTranslations } from "use-intl";
import { passageOf, quoteMessage } from "@/components/chat/thread/quote";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useCopy } from "@/components/use-copy";
import { type Message, textOf } from "@/lib/chat/message";
import { pinnedPrompt } from "@/lib/chat/pinned";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { forkSession } from "@/store/chats/fork-session";
import { useSelection } from "@/store/chats/selection";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";
import { toggleSpeech, useSpeech } from "@/store/voice/speech";

/** An action on a message. */
export interface MessageAction {
  readonly id:
    | "copy"
    | "speak"
    | "retry"
    | "retry-with"
    | "continue"
    | "pin"
    | "quote"
    | "remember"
    | "edit"
    | "fork"
    | "select"
    | "details"
    | "delete";
  readonly label: string;
  readonly icon: LucideIcon;
  readonly danger?: true;
  /** Whether the action runs and has no result yet. */
  readonly busy?: boolean;
  /** Hidden while a reply to the chat grows. */
  readonly whenIdle?: true;
  readonly onSelect: () => void;
}

interface ActedOn {
  readonly sessionId: string;
  readonly message: Message;
  readonly isLast: boolean;
  readonly onEdit: () => void;
}

/** The state of a message that its actions depend on. */
interface ActionContext extends ActedOn {
  readonly t: ReturnType<typeof useTranslations<never>>;
  readonly text: string;
  readonly isReply: boolean;
}

type Offered = readonly (MessageAction | false)[];

/**
 * Returns the actions of a message, in display order.
 *
 * Does not subscribe to whether a reply grows, because every message would re-render at the start and end of every
 * turn.
 */
export function useMessageActions(acted: ActedOn): readonly MessageAction[] {
  const { sessionId, message } = acted;
  const t = useTranslations();
  const copying = useCopy();
  const { open } = useChatActions();
  const speech = useSpeechOf(message.id);
  const isTemporary = useChats((chats) => sessionOf(chats, sessionId)?.isTemporary === true);
  const pinnedId = useChats((chats) => {
    const session = sessionOf(chats, sessionId);
    return session && pinnedPrompt(session.mask, message)?.id;
  });
  const context = { ...acted, t, text: textOf(message), isReply: message.role === "assistant" };
  const actions = [
    ...readingActions(context, copying, speech),
    ...askingActions(context),
    ...contentActions(context, isTemporary, pinnedId),
    ...chatActions(context, open),
  ];
  return actions.filter((action) => action !== false);
}

function readingActions(
  { t, text, message }: ActionContext,
  { isCopied, copy }: ReturnType<typeof useCopy>,
  speech: ReturnType<typeof useSpeechOf>,
): Offered {
  return [
    text !== "" && {
      id: "copy",
      label: t(isCopied ? "message.copied" : "message.copy"),
      icon: isCopied ? Check : Copy,
      onSelect: () => void copy(text),
    },
    text !== "" &&
      speech !== "off" && {
        id: "speak",
        label: t(speech === "silent" ? "speech.speak" : "speech.stop"),
        icon: speech === "silent" ? Volume2 : Square,
        busy: speech === "loading",
        onSelect: () => toggleSpeech(message.id),
      },
  ];
}

function askingActions({ t, sessionId, message, isLast, isReply }: ActionContext): Offered {
  const turns = useTurns.getState();
  return [
    isLast &&
      canGoOn(message) && {
        id: "continue",
        label: t("thread.continue"),
        icon: StepForward,
        whenIdle: true,
        onSelect: () => void turns.continueReply(sessionId, message.id),
      },
    {
      id: "retry",
      label: t("message.retry"),
      icon: RotateCcw,
      whenIdle: true,
      onSelect: () => void turns.retry(sessionId, message.id),
    },
    isReply && {
      id: "retry-with",
      label: t("thread.retryWith"),
      icon: Replace,
      whenIdle: true,
      onSelect: () => useUi.getState().openDialog({ kind: "retry-with", sessionId, messageId: message.id }),
    },
  ];
}

function contentActions(
  { t, sessionId, message, text, onEdit }: ActionContext,
  isTemporary: boolean,
  pinnedId: string | undefined,
): Offered {
  return [
    { id: "edit", label: t("thread.edit"), icon: Pencil, onSelect: onEdit },
    text !== "" && {
      id: "quote",
      label: t("thread.quote"),
      icon: TextQuote,
      onSelect: () => quoteMessage(sessionId, message),
    },
    text !== "" &&
      !isTemporary && {
        id: "remember",
        label: t("message.remember"),
        icon: Bookmark,
        onSelect: () => useUi.getState().openDialog({ kind: "fact", text: passageOf(message) }),
      },
    message.content.length > 0 && {
      id: "pin",
      label: t(pinnedId === undefined ? "thread.pin" : "thread.unpin"),
      icon: pinnedId === undefined ? Pin : PinOff,
      onSelect() {
        const { pin, unpin } = useChats.getState();
        if (pinnedId !== undefined) return unpin(sessionId, pinnedId);
        pin(sessionId, message.id);
        useUi.getState().toast({ kind: "pinned", sessionId });
      },
    },
  ];
}

function chatActions(
  { t, sessionId, message, isReply }: ActionContext,
  open: ReturnType<typeof useChatActions>["open"],
): Offered {
  return [
    {
      id: "fork",
      label: t("thread.fork"),
      icon: GitFork,
      onSelect() {
        const id = forkSession(sessionId, t("commands.copied"), message.id);
        if (id !== undefined) open(id, sessionId);
      },
    },
    {
      id: "select",
      label: t("thread.selectMessages"),
      icon: ListChecks,
      onSelect: () => useSelection.getState().start(sessionId, message.id),
    },
    isReply && {
      id: "details",
      label: t("replyDetails.title"),
      icon: Info,
      onSelect: () => useUi.getState().openDialog({ kind: "reply-details", messageId: message.id }),
    },
    {
      id: "delete",
      label: t("message.delete"),
      icon: Trash2,
      danger: true,
      whenIdle: true,
      onSelect() {
        const undo = useChats.getState().remove(sessionId, [message.id]);
        useUi.getState().toast({ kind: "message-deleted" }, undo);
      },
    },
  ];
}

/** Returns the read-aloud state of a message; "off" if the app cannot read it. */
function useSpeechOf(messageId: string): "off" | "silent" | "loading" | "heard" {
  const isOn = useSettings((settings) => settings.ttsConfig.enable);
  const state = useSpeech((speech) => {
    if (speech.messageId !== messageId) return "silent";
    return speech.isHeard ? "heard" : "loading";
  });
  return isOn ? state : "off";
}

/** Whether a reply was stopped, cut off at its limit or interrupted, and has text. */
function canGoOn({ role, content, stopped, isCut, error }: Message): boolean {
  const brokeOff = stopped || isCut || error?.kind === "network";
  return role === "assistant" && typeof content === "string" && content !== "" && Boolean(brokeOff);
}
