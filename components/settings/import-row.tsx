"use client";
import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { importTypes } from "./choose-import-file";
import styles from "./data-section.module.css";
import { ExportRow } from "./export-row";
import { ImportDialog } from "./import-dialog";

/** A row to import a file, chosen or dropped on it. */
export function ImportRow() {
  const t = useTranslations("data");
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    setFile(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is the keyboard equivalent of dropping
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ListRow
        title={t("device")}
        subtitle={t("deviceHint")}
        anchor="device"
        also={[t("import"), t("export"), t("deviceAlso")]}
      >
        <span className={styles.actions}>
          <input
            ref={input}
            type="file"
            accept={importTypes}
            className={styles.hidden}
            tabIndex={-1}
            aria-hidden="true"
            data-testid="import-file"
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <Button icon={Upload} onClick={() => input.current?.click()}>
            {t("import")}
          </Button>
          <ExportRow />
        </span>
      </ListRow>
      {file && <ImportDialog file={file} name={file.name} onClose={() => setFile(undefined)} />}
    </div>
  );
}
