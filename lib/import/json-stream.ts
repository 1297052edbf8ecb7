import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { RefusedFile } from "@/lib/import/refused-file";
import { usualDepth, withoutDangerousKeys } from "@/lib/import/safe-json";
import type { Decoder } from "@/lib/import/text-decoders";
import { isRecord } from "@/lib/providers/json";

/** Takes a file of JSON apart, however its bytes are cut. */
export interface JsonStream {
  /** Reads on. Throws RefusedFile, and is of no use any more then. */
  push(bytes: Uint8Array): void;
  /** Ends the file. Throws RefusedFile where it is only a part of one. */
  end(): void;
}

/** Who gets what a file holds. A file is either one value, or items: those of a list, or lines of JSON. */
export interface JsonTaker {
  /** Gets an item as soon as it has been read; the file holds on to none. */
  takeItem(item: unknown): void;
  /** Gets the value of a file that is neither a list nor lines, once, at its end. */
  takeWhole(value: unknown): void;
}

/**
 * Opens a file of JSON. Text from outside is read within limits, and keys that reach prototypes are dropped at every
 * depth (I8.3).
 */
export function openJson({ takeItem, takeWhole }: JsonTaker, decoder: Decoder = new TextDecoder()): JsonStream {
  const tokenizer = new Tokenizer();
  // The empty separator allows one value after another, as lines of JSON are.
  const parser = new TokenParser({ paths: ["$", "$.*"], separator: "" });
  let depth = 0;
  /** The file's value, or its first line. */
  let first: { readonly value: unknown } | undefined;
  let isLines = false;

  tokenizer.onToken = (token) => {
    // Behind a value there may be more only where both are objects: lines of JSON.
    const isMore = depth === 0 && first !== undefined;
    if (isMore && !(isRecord(first?.value) && token.token === TokenType.LEFT_BRACE)) throw new RefusedFile("not-json");
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > usualDepth) throw new RefusedFile("too-deep");
    parser.write(token);
  };
  parser.onValue = ({ value, parent, stack }) => {
    if (stack.length === 0) takeRoot(withoutDangerousKeys(value));
    else if (Array.isArray(parent)) {
      parent.pop();
      takeItem(withoutDangerousKeys(value));
    }
  };

  function takeRoot(value: unknown) {
    if (first && !isLines) takeItem(first.value);
    if (first) takeItem(value);
    isLines = first !== undefined;
    first ??= { value };
  }

  return {
    push: (bytes) => refusing(() => tokenizer.write(decoder.decode(bytes, { stream: true }))),
    end: () =>
      refusing(() => {
        tokenizer.write(decoder.decode());
        tokenizer.end();
        parser.end();
        if (!first) throw new RefusedFile("not-json");
        // The items of a list have been taken.
        if (!isLines && !Array.isArray(first.value)) takeWhole(first.value);
      }),
  };
}

function refusing(read: () => void): void {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof RefusedFile) throw thrown;
    // A text that no string can hold is a file too large; all else that the parser throws is no JSON.
    throw new RefusedFile(thrown instanceof RangeError ? "too-long" : "not-json", { cause: thrown });
  }
}
