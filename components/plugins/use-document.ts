import { useEffect, useState } from "react";
import { type Operation, operationsOf } from "@/lib/tools/openapi/operations";
import { type OpenApiDocument, type ReadDocument, readOpenApi } from "@/lib/tools/openapi/read-document";

/** A parsed document, with its operations. */
export interface ShownDocument {
  readonly document?: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly problem?: ReadDocument["problem"];
}

/** Parses a document's text. The last result stays until the new text is parsed. */
export function useDocument(content: string): ShownDocument | undefined {
  const [shown, setShown] = useState<ShownDocument>();
  useEffect(() => {
    let isOver = false;
    void readOpenApi(content).then((read) => {
      if (isOver) return;
      if (read.document) setShown({ document: read.document, operations: operationsOf(read.document) });
      else setShown({ operations: [], problem: read.problem });
    });
    return () => {
      isOver = true;
    };
  }, [content]);
  return shown;
}
