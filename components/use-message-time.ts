"use client";
import { useMemo } from "react";
import { useFormatter } from "use-intl";
import { timeStyle } from "@/components/use-dates";
import { boundedTime } from "@/lib/fields/time";

/** Returns the formatted time of a message. */
export function useMessageTime(date: number): string {
  const format = useFormatter();
  // Memoized, because a growing message renders at every frame.
  return useMemo(() => format.dateTime(boundedTime(date), timeStyle), [format, date]);
}
