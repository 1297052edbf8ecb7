"use client";
import { useEffect, useRef, useState } from "react";
import type { KnownDocument } from "@/lib/chat/knowledge";
import type { Mask } from "@/lib/chat/mask";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { addFilesToKnowledge, storeKnowledge } from "@/store/chats/knowledge";
import { readFileTexts } from "@/store/chats/read-file-texts";

/** A file that is being read, and how many there are. */
export interface ReadingState {
  readonly name: string;
  readonly number: number;
  readonly count: number;
}

/** Adds files to a mask's documents, and removes documents. Files of an unmounted dialog are no longer read. */
export function useKnowledgeChanges(
  documents: readonly KnownDocument[],
  onChange: (patch: Pick<Mask, "knowledge">) => void,
) {
  const [reading, setReading] = useState<ReadingState>();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const control = useRef<AbortController>(null);
  const stop = () => control.current?.abort();
  useEffect(() => () => control.current?.abort(), []);

  async function put(changed: readonly KnownDocument[]): Promise<void> {
    onChange({ knowledge: await storeKnowledge(changed) });
  }

  async function add(files: readonly File[]): Promise<void> {
    control.current = new AbortController();
    const { signal } = control.current;
    setSkipped([]);
    try {
      const onFile = (name: string, number: number) => setReading({ name, number, count: files.length });
      const { files: read, unreadable } = await readFileTexts(files, { signal, onFile });
      if (signal.aborted) return;
      const added = await addFilesToKnowledge(documents, read);
      if (read.length > 0) await put(added.documents);
      setSkipped([...unreadable, ...added.rejected]);
    } catch (thrown) {
      report(toAppError(thrown));
    } finally {
      setReading(undefined);
    }
  }

  function remove(id: string) {
    put(documents.filter((document) => document.id !== id)).catch((thrown: unknown) => report(toAppError(thrown)));
  }

  return { reading, skipped, add, remove, stop };
}
