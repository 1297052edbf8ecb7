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

/**
 * Returns the actions of a message, in display order.
 *
 * Does not subscribe to whether a reply grows, because every message would re-render at the start and end of every
 * turn.
 */
export function useMessageActions({ sessionId, message, isLast, onEdit }: ActedOn): readonly MessageAction[] {
  const t = useTranslations();
  const { isCopied, copy } = useCopy();
  const { open } = useChatActions();
  const text = textOf(message);
  const speech = useSpeechOf(message.id);
  const isTemporary = useChats((chats) => sessionOf(chats, sessionId)?.isTemporary === true);
  const pinnedId = useChats((chats) => {
    const session = sessionOf(chats, sessionId);
    return session && pinnedPrompt(session.mask, message)?.id;
  });
  const actions: MessageAction[] = [];

  function offer(action: MessageAction, isOffered = true) {
    if (isOffered) actions.push(action);
  }

  const turns = useTurns.getState();
  offer(
    {
      id: "copy",
      label: t(isCopied ? "message.copied" : "message.copy"),
      icon: isCopied ? Check : Copy,
      onSelect: () => void copy(text),
    },
    text !== "",
  );
  offer(
    {
      id: "speak",
      label: t(speech === "silent" ? "speech.speak" : "speech.stop"),
      icon: speech === "silent" ? Volume2 : Square,
      busy: speech === "loading",
      onSelect: () => toggleSpeech(message.id),
    },
    text !== "" && speech !== "off",
  );
  offer(
    {
      id: "continue",
      label: t("thread.continue"),
      icon: StepForward,
      whenIdle: true,
      onSelect: () => void turns.continueReply(sessionId, message.id),
    },
    isLast && canGoOn(message),
  );
  offer({
    id: "retry",
    label: t("message.retry"),
    icon: RotateCcw,
    whenIdle: true,
    onSelect: () => void turns.retry(sessionId, message.id),
  });
  offer(
    {
      id: "retry-with",
      label: t("thread.retryWith"),
      icon: Replace,
      whenIdle: true,
      onSelect: () => useUi.getState().openDialog({ kind: "retry-with", sessionId, messageId: message.id }),
    },
    message.role === "assistant",
  );
  offer({ id: "edit", label: t("thread.edit"), icon: Pencil, onSelect: onEdit });
  offer(
    {
      id: "quote",
      label: t("thread.quote"),
      icon: TextQuote,
      onSelect: () => quoteMessage(sessionId, message),
    },
    text !== "",
  );
  offer(
    {
      id: "remember",
      label: t("message.remember"),
      icon: Bookmark,
      onSelect: () => useUi.getState().openDialog({ kind: "fact", text: passageOf(message) }),
    },
    text !== "" && !isTemporary,
  );
  offer(
    {
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
    message.content.length > 0,
  );
  offer({
    id: "fork",
    label: t("thread.fork"),
    icon: GitFork,
    onSelect() {
      const id = forkSession(sessionId, t("commands.copied"), message.id);
      if (id !== undefined) open(id, sessionId);
    },
  });
  offer({
    id: "select",
    label: t("thread.selectMessages"),
    icon: ListChecks,
    onSelect: () => useSelection.getState().start(sessionId, message.id),
  });
  offer(
    {
      id: "details",
      label: t("replyDetails.title"),
      icon: Info,
      onSelect: () => useUi.getState().openDialog({ kind: "reply-details", messageId: message.id }),
    },
    message.role === "assistant",
  );
  offer({
    id: "delete",
    label: t("message.delete"),
    icon: Trash2,
    danger: true,
    whenIdle: true,
    onSelect() {
      const undo = useChats.getState().remove(sessionId, [message.id]);
      useUi.getState().toast({ kind: "message-deleted" }, undo);
    },
  });
  return actions;
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
