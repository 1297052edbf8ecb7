import type { KeyboardEvent } from "react";

/** Whether an input method handles a key; Safari says so of the last one by the code 229 alone. */
export function isComposedKey({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
