"use client";
import { type RefObject, useEffect } from "react";
import type { ChatSession } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";

/** Animates rows below deleted chats to their new positions, unless reduced motion is preferred. */
export function useRowCollapse(list: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      useChats.subscribe(({ sessions }, before) => {
        if (!list.current || !isWithoutSome(before.sessions, sessions)) return;
        const rows = list.current;
        const tops = topsIn(rows);
        // At this time the rows have their new positions, but nothing is painted yet.
        requestAnimationFrame(() => moveFrom(tops, rows));
      }),
    [list],
  );
}

function isWithoutSome(before: readonly ChatSession[], sessions: readonly ChatSession[]): boolean {
  return sessions !== before && sessions.length < before.length;
}

function topsIn(rows: HTMLElement): ReadonlyMap<string, number> {
  return new Map([...rows.querySelectorAll<HTMLElement>("[data-id]")].map((row) => [idOf(row), row.offsetTop]));
}

function moveFrom(tops: ReadonlyMap<string, number>, rows: HTMLElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const style = getComputedStyle(rows);
  const [duration, easing] = [milliseconds(style.getPropertyValue("--d-2")), style.getPropertyValue("--ease-out")];
  for (const row of rows.querySelectorAll<HTMLElement>("[data-id]")) {
    const distance = (tops.get(idOf(row)) ?? row.offsetTop) - row.offsetTop;
    if (distance > 0) row.animate({ transform: [`translateY(${distance}px)`, "none"] }, { duration, easing });
  }
}

/** Parses a CSS duration. A build may have turned milliseconds into seconds. */
function milliseconds(duration: string): number {
  return Number.parseFloat(duration) * (duration.trim().endsWith("ms") ? 1 : 1000);
}

function idOf(row: HTMLElement): string {
  return row.dataset.id ?? "";
}
