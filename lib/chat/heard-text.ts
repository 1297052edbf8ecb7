import { endOfSentences } from "@/lib/chat/speech-pieces";

/** Where one is in a growing Markdown text of which whole sentences are told. */
export interface HeardText {
  /** What has not been told yet and can be, as Markdown without code blocks; `isWhole` says that no more comes. */
  next(text: string, isWhole: boolean): string;
}

/** The line that opens or closes a code block. */
const fence = /^ {0,3}(?:`{3,}|~{3,})/;

/** Follows a growing text from its beginning; what was told once is not told again. */
export function createHeardText(): HeardText {
  let told = 0;
  let isInCode = false;
  return {
    next(text, isWhole) {
      const fresh = text.slice(told);
      const lines = fresh.split("\n");
      const heard: string[] = [];
      for (const [place, line] of lines.entries()) {
        const isComplete = isWhole || place < lines.length - 1;
        // A line that may yet become the beginning of a code block waits until it is complete.
        if (!isComplete && (isInCode || /^\s*[`~]/.test(line))) break;
        if (isComplete && fence.test(line)) isInCode = !isInCode;
        else if (!isInCode) heard.push(isComplete ? line : line.slice(0, endOfSentences(line)));
        told += isComplete ? line.length + 1 : endOfSentences(line);
      }
      told = Math.min(told, text.length);
      return heard.join("\n").trim();
    },
  };
}
