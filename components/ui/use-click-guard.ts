import { type MouseEvent, useEffect, useLayoutEffect, useState } from "react";

/** Minimum time between the last move of a consent button and a click that counts, in milliseconds. */
export const clickGuardMs = 700;

/** The guards that are mounted; each function starts one of them again. */
const guards = new Set<() => void>();

/** Starts all guards again. Call it when untrusted content may have moved buttons of the app. */
export function restartClickGuards(): void {
  for (const restart of guards) restart();
}

/** The props of the element whose clicks are guarded, with the buttons in it. */
interface ClickGuard {
  readonly role: "group";
  readonly "aria-disabled": true | undefined;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/**
 * Ignores clicks on consent buttons for a moment after untrusted content has moved them (docs/security.md#t913). Otherwise
 * such content could move a button under the pointer, between the two clicks of a double-click. Activation by key is
 * a click, too.
 *
 * @param isFromStart whether the moment also begins when the buttons appear
 */
export function useClickGuard(isFromStart: boolean): ClickGuard {
  const [isGuarded, setGuarded] = useState(isFromStart);
  const [starts, setStarts] = useState(0);
  useLayoutEffect(() => {
    function restart() {
      setGuarded(true);
      setStarts((count) => count + 1);
    }
    guards.add(restart);
    return () => void guards.delete(restart);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another start needs another timer
  useEffect(() => {
    if (!isGuarded) return;
    const timer = setTimeout(() => setGuarded(false), clickGuardMs);
    return () => clearTimeout(timer);
  }, [isGuarded, starts]);
  return {
    role: "group",
    "aria-disabled": isGuarded || undefined,
    onClickCapture(event) {
      if (!isGuarded) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
