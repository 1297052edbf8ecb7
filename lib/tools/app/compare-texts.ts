import { createTwoFilesPatch } from "diff";

/** Returns the unified diff of two texts by lines; an empty text if they are equal. The time is not bounded. */
export function compareTexts(before: string, after: string): string {
  if (before === after) return "";
  return createTwoFilesPatch("before", "after", withLastBreak(before), withLastBreak(after), "", "", { context: 3 });
}

/** Adds a line break at the end, so that only a missing one is not a difference. */
function withLastBreak(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
