"use client";
import { FileText } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Chip } from "@/components/ui/chip";
import { Dialog } from "@/components/ui/dialog";
import type { TextFile } from "@/lib/chat/text-file";
import styles from "./message-files.module.css";

/** The text files of a question; each opens in a dialog. */
export function MessageFiles({ files }: { readonly files: readonly TextFile[] }) {
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
