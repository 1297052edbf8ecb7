import { useEffect, useState } from "react";
import type { KnownDocument } from "@/lib/chat/knowledge";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { readKnowledgeOf } from "@/store/chats/knowledge";

const none: readonly KnownDocument[] = [];

/** Returns the documents of a mask by its `knowledge`; undefined while they are read. */
export function useKnowledge(knowledge: string | undefined): readonly KnownDocument[] | undefined {
  const [read, setRead] = useState<{ readonly of: string; readonly documents: readonly KnownDocument[] }>();
  useEffect(() => {
    if (knowledge === undefined) return;
    let isCurrent = true;
    readKnowledgeOf(knowledge).then(
      (documents) => isCurrent && setRead({ of: knowledge, documents }),
      (thrown: unknown) => report(toAppError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [knowledge]);
  if (knowledge === undefined) return none;
  return read?.of === knowledge ? read.documents : undefined;
}
