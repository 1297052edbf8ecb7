"use client";
import { useState } from "react";
import { useNow, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { report } from "@/store/base/ui";
import { backupName, exportAll, freeImages, type StorageUse } from "@/store/data/data";
import styles from "./data-section.module.css";
import { useSize } from "./use-size";

const dayMs = 24 * 60 * 60_000;
/** Minimum age of the images to delete, in days. */
const ages = { year: 365, month: 30, all: 0 } as const;

interface FreeImagesDialogProps {
  readonly images: StorageUse["images"];
  readonly onClose: () => void;
  readonly onFreed: () => void;
}

/** Deletes old images from this device, after offering an export; the messages stay. */
export function FreeImagesDialog({ images, onClose, onFreed }: FreeImagesDialogProps) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const size = useSize();
  const now = useNow().getTime();
  const [age, setAge] = useState<keyof typeof ages>("month");
  const [busy, setBusy] = useState<"export" | "free">();
  const chosen = images.filter(({ at }) => now - at >= ages[age] * dayMs);

  async function run(kind: "export" | "free") {
    setBusy(kind);
    try {
      if (kind === "export") await downloadFile(await exportAll("parley", false), backupName("parley"));
      else await freeImages(chosen).then(onFreed);
    } catch (thrown) {
      report(toAppError(thrown));
    }
    setBusy(undefined);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("freeQuestion")}
      closeLabel={app("close")}
      size="small"
      footerStart={
        <Button busy={busy === "export"} onClick={() => void run("export")}>
          {t("exportEverything")}
        </Button>
      }
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          {chosen.length > 0 && (
            <Button variant="danger-solid" busy={busy === "free"} onClick={() => void run("free")}>
              {t("free")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.report}>
        <Segmented
          label={t("freeAge")}
          value={age}
          options={[
            { value: "year", label: t("olderThanYear") },
            { value: "month", label: t("olderThanMonth") },
            { value: "all", label: t("allImages") },
          ]}
          onChange={setAge}
        />
        <p role="status">
          {t("imageCount", { count: chosen.length, size: size(chosen.reduce((sum, image) => sum + image.size, 0)) })}
        </p>
        <p>{t("freeBody")}</p>
      </div>
    </Dialog>
  );
}
