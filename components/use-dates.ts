"use client";
import { useCallback } from "react";
import { useFormatter, useLocale } from "use-intl";
import { boundedTime } from "@/lib/fields/time";

const dayMs = 86_400_000;
/** Format of a clock time. */
export const timeStyle = { hour: "numeric", minute: "2-digit" } as const;

/** Returns a time for a list: the clock time today, "yesterday", the weekday this week, else the date. Never throws. */
export function useListDate(time: number): string {
  const date = boundedTime(time);
  const format = useFormatter();
  const dayName = useDayName();
  const days = Math.round((startOfDay(Date.now()) - startOfDay(date)) / dayMs);
  if (days <= 0) return format.dateTime(date, timeStyle);
  if (days === 1) return dayName(-1);
  if (days < 7) return format.dateTime(date, { weekday: "long" });
  const isThisYear = new Date(date).getFullYear() === new Date().getFullYear();
  return format.dateTime(date, { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
}

/** Returns a function that names a day by its distance from today: "Today", "Yesterday". */
export function useDayName(): (distance: number) => string {
  const locale = useLocale();
  return useCallback((distance) => capitalised(dayFormatOf(locale).format(distance, "day")), [locale]);
}

/** Formats by locale: each row of a list names days, and creating a format is slow. */
const dayFormats = new Map<string, Intl.RelativeTimeFormat>();

function dayFormatOf(locale: string): Intl.RelativeTimeFormat {
  const format = dayFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  dayFormats.set(locale, format);
  return format;
}

/** Returns a time as ISO text, for machines. Never throws. */
export function isoTime(time: number): string {
  return new Date(boundedTime(time)).toISOString();
}

/**
 * Returns the start of a day, or of its month, in the computer's time zone. The name of the zone is not needed: the first
 * use of `Intl.DateTimeFormat` would delay the first screen (docs/decisions/0096-short-tasks-at-start.md).
 */
export function startOfDay(date: number, { days = 0, toMonth = false } = {}): number {
  const local = new Date(boundedTime(date));
  const day = toMonth ? 1 : local.getDate() + days;
  return new Date(local.getFullYear(), local.getMonth(), day).getTime();
}

/** Returns a text with a capital first letter, for a standalone label. */
export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
