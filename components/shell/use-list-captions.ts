"use client";
import { useMemo } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { capitalised, startOfDay, useDayName } from "@/components/use-dates";
import { type CaptionContent, type ListCaption, listCaptions } from "@/lib/chat/list-captions";
import type { ChatSession } from "@/lib/chat/session";
import type { ArrangedList } from "@/store/settings/projects";

/** Returns today's captions of the chat list, or of its rows if there are projects. */
export function useListCaptions(
  sessions: readonly ChatSession[],
  arranged: ArrangedList | undefined,
): readonly ListCaption[] {
  return useMemo(() => {
    const captionsOf = (chats: readonly ChatSession[]) => listCaptions(chats, Date.now(), startOfDay);
    return arranged ? arranged.captions(captionsOf) : captionsOf(sessions);
  }, [sessions, arranged]);
}

/** Returns a function that formats a caption in the user's language; empty for a line. */
export function useCaptionLabel(): (caption: CaptionContent) => string {
  const t = useTranslations("sidebar");
  const format = useFormatter();
  const day = useDayName();
  return (caption) => {
    switch (caption.kind) {
      case "line":
        return "";
      case "pinned":
      case "previous7Days":
        return t(caption.kind);
      case "today":
        return day(0);
      case "yesterday":
        return day(-1);
      case "month": {
        const isThisYear = new Date(caption.start).getFullYear() === new Date().getFullYear();
        return capitalised(format.dateTime(caption.start, { month: "long", ...(!isThisYear && { year: "numeric" }) }));
      }
    }
  };
}
