import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { RefusedFile } from "@/lib/import/refused-file";
import { defaultMaxDepth, withoutDangerousKeys } from "@/lib/import/safe-json";
import type { Decoder } from "@/lib/import/text-decoders";
import { isRecord } from "@/lib/json";

/** Parses a JSON file incrementally, however its bytes are split. */
export interface JsonStream {
  /** Parses further bytes. Throws RefusedFile, after which the stream is unusable. */
  push(bytes: Uint8Array): void;
  /** Ends the file. Throws RefusedFile if it is incomplete. */
  end(): void;
}

/** Receiver of a file's content. A file is either one value, or items: those of a list, or lines of JSON. */
export interface JsonConsumer {
  /** Receives an item as soon as it has been parsed; the parser does not retain it. */
  takeItem(item: unknown): void;
  /** Receives the value of a file that is neither a list nor lines, once, at its end. */
  takeWhole(value: unknown): void;
}

/**
 * Opens a JSON file. Untrusted text is parsed within limits, and keys that reach prototypes are dropped at every depth
 * (docs/security.md#i83).
 */
export function openJson({ takeItem, takeWhole }: JsonConsumer, decoder: Decoder = new TextDecoder()): JsonStream {
  const tokenizer = new Tokenizer();
  // The empty separator allows consecutive values, as in JSON lines.
  const parser = new TokenParser({ paths: ["$", "$.*"], separator: "" });
  let depth = 0;
  /** The file's value, or its first line. */
  let first: { readonly value: unknown } | undefined;
  let isLines = false;

  tokenizer.onToken = (token) => {
    // A further value is allowed only if both are objects: JSON lines.
    const isMore = depth === 0 && first !== undefined;
    if (isMore && !(isRecord(first?.value) && token.token === TokenType.LEFT_BRACE)) throw new RefusedFile("not-json");
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > defaultMaxDepth) throw new RefusedFile("too-deep");
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
        // The items of a list have already been delivered.
        if (!isLines && !Array.isArray(first.value)) takeWhole(first.value);
      }),
  };
}

function refusing(read: () => void): void {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof RefusedFile) throw thrown;
    // A RangeError means that a string exceeds the engine's limit; other parser errors mean invalid JSON.
    throw new RefusedFile(thrown instanceof RangeError ? "too-long" : "not-json", { cause: thrown });
  }
}
