"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { costOfMessages } from "@/lib/prices/chat-cost";
import { moneyList } from "@/lib/prices/money";
import { useChats } from "@/store/chats/chats";
import { useMoneyText } from "./use-money-text";

/** Returns the texts about a chat's cost, for its statistics: of all its replies, also of hidden versions. */
export function useChatCostTexts(sessionId: string): readonly string[] {
  const t = useTranslations("costs");
  const moneyText = useMoneyText();
  const thread = useChats((chats) => chats.threads[sessionId]);
  const { money, isAbout, unknown } = useMemo(() => {
    if (thread?.status !== "ready") return costOfMessages([]);
    const { messages } = useChats.getState();
    const ids = [...thread.ids, ...Object.values(thread.asides).flat()];
    return costOfMessages(ids.flatMap((id) => messages[id] ?? []));
  }, [thread]);
  return [
    ...moneyList(money).map((each) => t("chatCost", { amount: moneyText(each, isAbout) })),
    ...(unknown > 0 ? [t("chatUnknown", { count: unknown })] : []),
  ];
}
