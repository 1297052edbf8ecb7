"use client";
import { FileText } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DocumentChip } from "@/components/chat/documents/document-chip";
import { Chip } from "@/components/ui/chip";
import { Dialog } from "@/components/ui/dialog";
import { joinFiles } from "@/lib/chat/file-block";
import { textOf, withText } from "@/lib/chat/message";
import { type StoredDocument, splitFiles, type TextFile } from "@/lib/chat/text-file";
import { useChats } from "@/store/chats/chats";
import styles from "./message-files.module.css";

interface MessageFilesProps {
  readonly messageId: string;
  readonly files: readonly TextFile[];
}

/** The text files of a question; each opens in a dialog. */
export function MessageFiles({ messageId, files }: MessageFilesProps) {
  const t = useTranslations("attachments");
  const app = useTranslations("app");
  const [opened, setOpened] = useState<TextFile>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul className={styles.files} aria-label={t("files")}>
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={index}>
            {file.document ? (
              <DocumentChip
                file={{ ...file, document: file.document }}
                onChange={(document) => changeDocument(messageId, index, document)}
              />
            ) : (
              <Chip
                icon={FileText}
                aria-haspopup="dialog"
                onClick={() => {
                  setOpened(file);
                  setOpen(true);
                }}
              >
                <bdi>{file.name}</bdi>
              </Chip>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <Dialog
          open={isOpen}
          size="large"
          title={opened.name}
          subtitle={t("characters", { count: opened.text.length })}
          closeLabel={app("close")}
          onClose={() => setOpen(false)}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <pre className={styles.text} tabIndex={0} dir="auto">
            {opened.text}
          </pre>
        </Dialog>
      )}
    </>
  );
}

/** Changes what is sent of a document with the next questions. */
function changeDocument(messageId: string, index: number, document: StoredDocument): void {
  useChats.getState().update(messageId, (message) => {
    const { text, files } = splitFiles(textOf(message));
    const file = files[index];
    if (!file) return message;
    const changed = joinFiles({ text, files: files.with(index, { ...file, document }) });
    return { ...message, content: withText(message.content, changed) };
  });
}
