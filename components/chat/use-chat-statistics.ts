"use client";
import { useEffect, useState } from "react";
import { useLocale as useIntlLocale } from "use-intl";
import { countMessages, type Statistics } from "@/lib/chat/statistics";
import { useChats } from "@/store/chats/chats";

/**
 * Returns the statistics of a chat, counted in steps so that a long chat does not block the tab; undefined until done.
 */
export function useChatStatistics(sessionId: string): Statistics | undefined {
  const locale = useIntlLocale();
  const thread = useChats((chats) => chats.threads[sessionId]);
  const [statistics, setStatistics] = useState<Statistics>();
  useEffect(() => {
    if (thread?.status !== "ready") return;
    const { messages } = useChats.getState();
    const counting = countMessages(
      thread.ids.flatMap((id) => messages[id] ?? []),
      locale,
    );
    let timer = 0;
    let last: Statistics | undefined;
    function count() {
      const { value, done } = counting.next();
      if (done) return setStatistics(last);
      last = value;
      timer = window.setTimeout(count);
    }
    count();
    return () => clearTimeout(timer);
  }, [thread, locale]);
  return statistics;
}
