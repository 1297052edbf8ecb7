import type { KeyboardEvent } from "react";

/** Whether an input method handles a key. Safari marks the last one only by key code 229. */
export function isComposedKey({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
