"use client";
import { useMemo } from "react";
import { useFormatter } from "use-intl";

const dayMs = 86_400_000;
const timeStyle = { hour: "numeric", minute: "2-digit" } as const;

/** Says when something was, for a list: the time today, "yesterday", the weekday this week, else the date. */
export function useListDate(date: number): string {
  const format = useFormatter();
  const days = Math.round((startOfDay(Date.now()) - startOfDay(date)) / dayMs);
  if (days <= 0) return format.dateTime(date, timeStyle);
  if (days === 1)
    return capitalised(format.relativeTime(startOfDay(date), { now: startOfDay(Date.now()), unit: "day" }));
  if (days < 7) return format.dateTime(date, { weekday: "long" });
  const isThisYear = new Date(date).getFullYear() === new Date().getFullYear();
  return format.dateTime(date, { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
}

/** Says the time of a message. */
export function useMessageTime(date: number): string {
  const format = useFormatter();
  // A message that grows is drawn at every frame.
  return useMemo(() => format.dateTime(date, timeStyle), [format, date]);
}

function startOfDay(date: number): number {
  return new Date(date).setHours(0, 0, 0, 0);
}

/** Begins a text with a capital, as a text that stands alone does. */
export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
