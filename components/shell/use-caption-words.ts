"use client";
import { useMemo } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { capitalised } from "@/components/use-dates";
import { type CaptionContent, type ListCaption, listCaptions } from "@/lib/chat/list-captions";
import type { ChatSession } from "@/lib/chat/session";

/** Returns the captions of the list of chats as they are today. */
export function useListCaptions(sessions: readonly ChatSession[]): readonly ListCaption[] {
  return useMemo(() => listCaptions(sessions, Date.now(), timeZoneNow()), [sessions]);
}

let known = { offset: Number.NaN, timeZone: "" };

/** Returns the time zone of the computer. To ask for its name takes long, so that is done when its clock has changed. */
function timeZoneNow(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== known.offset) known = { offset, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return known.timeZone;
}

/** Says captions in the user's language; a line says nothing. */
export function useCaptionWords(): (caption: CaptionContent) => string {
  const t = useTranslations("sidebar");
  const format = useFormatter();
  const locale = useLocale();
  const days = useMemo(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }), [locale]);
  const day = (distance: number) => capitalised(days.format(distance, "day"));
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
