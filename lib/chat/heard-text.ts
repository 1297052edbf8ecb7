import { endOfSentences } from "@/lib/chat/speech-pieces";

/** Reads a growing Markdown text aloud sentence by sentence and tracks the position. */
export interface HeardText {
  /**
   * Returns the complete sentences that were not returned before, as Markdown without code blocks. `isWhole` means that
   * the text is complete.
   */
  next(text: string, isWhole: boolean): string;
}

/** A line that opens or closes a code block. */
const fence = /^ {0,3}(?:`{3,}|~{3,})/;

/** Creates a reader of a growing text. Each sentence is returned once. */
export function createHeardText(): HeardText {
  let returnedChars = 0;
  let isInCode = false;
  return {
    next(text, isWhole) {
      const fresh = text.slice(returnedChars);
      const lines = fresh.split("\n");
      const heard: string[] = [];
      for (const [place, line] of lines.entries()) {
        const isComplete = isWhole || place < lines.length - 1;
        // A partial line that could become a code fence waits until the line is complete.
        if (!isComplete && (isInCode || /^\s*[`~]/.test(line))) break;
        if (isComplete && fence.test(line)) isInCode = !isInCode;
        else if (!isInCode) heard.push(isComplete ? line : line.slice(0, endOfSentences(line)));
        returnedChars += isComplete ? line.length + 1 : endOfSentences(line);
      }
      returnedChars = Math.min(returnedChars, text.length);
      return heard.join("\n").trim();
    },
  };
}
