"use client";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { withDocumentNames } from "@/lib/chat/document-names";
import { type Message, textOf, withText } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import { titleOf } from "@/lib/chat/session";
import { toAppError } from "@/lib/errors";
import type { ExportedChat, ExportedMessage } from "@/lib/export/exported-chat";
import { report } from "@/store/base/ui";
import { withStoredImages } from "@/store/chats/images";
import { projectOf } from "@/store/settings/projects";

/** The options of an export: which parts of a chat it contains. */
export interface ExportChoices {
  readonly context: boolean;
  readonly reasoning: boolean;
  readonly names: boolean;
  readonly avatars: boolean;
}

/** A message on the sheet, with its id. */
export interface PaperMessage extends ExportedMessage {
  readonly id: string;
  readonly model: string;
}

/** An exported chat, with the additional facts on its sheet. */
export interface PaperChat extends ExportedChat {
  readonly messages: readonly PaperMessage[];
  /** The models that wrote its replies; without a reply, the model that the chat uses. */
  readonly models: readonly string[];
  /** Time of its last message, in milliseconds since the epoch. */
  readonly date: number;
}

/** Returns the messages that a chat sends before its own: pinned ones, and the prompts of its mask. */
export function contextOf({ mask }: Pick<ChatSession, "mask">): readonly Message[] {
  return mask.context.filter(({ content }) => content.length > 0);
}

/** Returns the selected messages of a chat with their images inlined; null until the images are read. */
export function useExportedChat(
  session: ChatSession,
  chosen: readonly Message[],
  { context, reasoning, names }: ExportChoices,
): PaperChat | null {
  const t = useTranslations();
  const messages = useMemo(() => (context ? [...contextOf(session), ...chosen] : chosen), [session, chosen, context]);
  const whole = useWithImages(messages);
  const used = useUsedSettings(session.id)?.model;
  return useMemo(() => {
    if (!whole) return null;
    const nameOf = ({ role, model }: Message) => {
      if (role === "assistant") return model || t("message.reply");
      return role === "user" ? t("app.you") : t("thread.role_system");
    };
    return {
      title: titleOf(session, t("chat.untitled")),
      topic: session.topic,
      labels: labelsOf(session),
      models: modelsOf(chosen, used),
      date: chosen.at(-1)?.date ?? session.lastUpdate,
      messages: whole.map((message) => ({
        id: message.id,
        role: message.role,
        model: message.model ?? "",
        name: names ? nameOf(message) : "",
        content: message.content,
        ...(message.sources && { sources: message.sources }),
        reasoning: reasoning ? (message.reasoning ?? "") : "",
      })),
    };
  }, [whole, session, chosen, used, names, reasoning, t]);
}

/** Returns the name of a chat's project, and its tags with `#`. */
function labelsOf(session: ChatSession): readonly string[] {
  return [projectOf(session)?.name ?? "", ...(session.tags ?? []).map((tag) => `#${tag}`)].filter(
    (text) => text !== "",
  );
}

function modelsOf(messages: readonly Message[], used = ""): readonly string[] {
  const models = new Set(messages.flatMap(({ role, model }) => (role === "assistant" && model ? [model] : [])));
  return models.size > 0 ? [...models] : [used];
}

function useWithImages(messages: readonly Message[]): readonly Message[] | null {
  const [read, setRead] = useState<{ of: readonly Message[]; whole: readonly Message[] } | null>(null);

  useEffect(() => {
    let isCurrent = true;
    withStoredImages(messages.map(withNamedDocuments)).then(
      (whole) => isCurrent && setRead({ of: messages, whole }),
      (thrown) => isCurrent && report(toAppError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [messages]);

  return read?.of === messages ? read.whole : null;
}

function withNamedDocuments(message: Message): Message {
  const text = textOf(message);
  const named = withDocumentNames(text);
  return named === text ? message : { ...message, content: withText(message.content, named) };
}
