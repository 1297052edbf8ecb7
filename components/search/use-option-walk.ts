"use client";
import { type KeyboardEvent, useEffect, useState } from "react";
import { isComposed } from "@/lib/chat/shortcuts";

const distances: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 10],
  ["PageUp", -10],
]);

interface OptionWalk {
  /** The option that Enter chooses: the first, or the one moved to. */
  readonly activeId: string | undefined;
  /** Handler for the field, which keeps the focus: arrows move, Enter chooses. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Returns the keyboard navigation in a list of options from its search field; `elementId` returns the element id of an
 * option.
 */
export function useOptionWalk(
  ids: readonly string[],
  elementId: (id: string) => string,
  onTake: (id: string) => void,
): OptionWalk {
  const [walkedTo, setWalkedTo] = useState<string>();
  const activeId = walkedTo !== undefined && ids.includes(walkedTo) ? walkedTo : ids[0];

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the option changes, not when its element id does
  useEffect(() => {
    if (walkedTo !== undefined) document.getElementById(elementId(walkedTo))?.scrollIntoView({ block: "nearest" });
  }, [walkedTo]);

  function onKeyDown(event: KeyboardEvent) {
    if (isComposed(event.nativeEvent) || activeId === undefined) return;
    if (event.key === "Enter") {
      event.preventDefault();
      onTake(activeId);
    }
    const distance = distances.get(event.key);
    if (distance === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const place = ids.indexOf(activeId) + distance;
    setWalkedTo(ids[Math.min(ids.length - 1, Math.max(0, place))]);
  }

  return { activeId, onKeyDown };
}
