"use client";
import { FileText } from "lucide-react";
import { Suspense, useEffect, useEffectEvent, useRef } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { Chip } from "@/components/ui/chip";
import { imageRanges } from "@/lib/chat/sent-documents";
import type { StoredDocument, TextFile } from "@/lib/chat/text-file";
import { useChats } from "@/store/chats/chats";
import { useViewedDocument } from "@/store/chats/viewed-document";
import styles from "./document-chip.module.css";
import { useSentLabel } from "./use-sent-label";

const SentFileLabel = lazyGroup(() => import("./sent-choice")).component("SentFileLabel");

interface DocumentChipProps {
  readonly file: TextFile & { readonly document: StoredDocument };
  readonly onChange: (document: StoredDocument) => void;
}

/** An attached document: its name and what is sent of it. It opens the document and the choice beside the chat. */
export function DocumentChip({ file: { name, document }, onChange }: DocumentChipProps) {
  const sentLabel = useSentLabel();
  const chip = useRef<HTMLButtonElement>(null);
  const latestChange = useRef(onChange);
  useEffect(() => {
    latestChange.current = onChange;
  }, [onChange]);
  const update = useEffectEvent(() => useViewedDocument.getState().change(chip.current, document));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open document shows each change of these
  useEffect(() => update(), [document.id, document.sent]);
  useEffect(() => {
    const opener = chip.current;
    return () => useViewedDocument.getState().change(opener, undefined);
  }, []);
  return (
    <Chip
      ref={chip}
      icon={FileText}
      className={styles.chip}
      onClick={({ currentTarget: opener }) =>
        useViewedDocument.getState().open({
          sessionId: useChats.getState().currentId,
          name,
          document,
          label: "",
          statement: "",
          opener,
          onChange: (changed) => latestChange.current(changed),
        })
      }
    >
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.sent}>
        {document.sent === "file" || imageRanges(document.sent) !== undefined ? (
          <Suspense fallback={sentLabel(document)}>
            <SentFileLabel document={document} />
          </Suspense>
        ) : (
          sentLabel(document)
        )}
      </span>
    </Chip>
  );
}
