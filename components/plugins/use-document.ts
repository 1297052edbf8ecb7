import { useEffect, useState } from "react";
import { type Operation, operationsOf } from "@/lib/tools/openapi/operations";
import { type OpenApiDocument, type ReadDocument, readOpenApi } from "@/lib/tools/openapi/read-document";

/** A parsed document, with its operations. */
export interface ShownDocument {
  readonly document?: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly problem?: ReadDocument["problem"];
}

/** The parsed documents by their text; the one used last is the last. */
const parsed = new Map<string, ShownDocument>();

/** Maximum number of parsed documents in memory. */
const maxParsed = 100;

/** Parses a document's text, once. */
export async function parseDocument(content: string): Promise<ShownDocument> {
  const known = parsed.get(content) ?? shownDocument(await readOpenApi(content));
  parsed.delete(content);
  parsed.set(content, known);
  const [oldest = ""] = parsed.keys();
  if (parsed.size > maxParsed) parsed.delete(oldest);
  return known;
}

function shownDocument({ document, problem }: ReadDocument): ShownDocument {
  return document ? { document, operations: operationsOf(document) } : { operations: [], problem };
}

/** Returns a parsed document. The last result stays until the new text is parsed. */
export function useDocument(content: string): ShownDocument | undefined {
  const [shown, setShown] = useState(() => parsed.get(content));
  useEffect(() => {
    let isOver = false;
    void parseDocument(content).then((read) => !isOver && setShown(read));
    return () => {
      isOver = true;
    };
  }, [content]);
  return shown;
}
