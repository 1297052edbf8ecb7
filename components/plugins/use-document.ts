import { useEffect, useState } from "react";
import { type Operation, operationsOf } from "@/lib/tools/openapi/operations";
import { type OpenApiDocument, type ReadDocument, readOpenApi } from "@/lib/tools/openapi/read-document";

/** A document as far as it has been read, with its operations. */
export interface ShownDocument {
  readonly document?: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly problem?: ReadDocument["problem"];
}

/** Reads a document's text; what was read last stays until the new text has been. */
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
