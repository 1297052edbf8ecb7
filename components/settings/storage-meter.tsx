"use client";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { Progress } from "@/components/ui/progress";
import type { StorageUse } from "@/store/data/data";
import { FreeImagesDialog } from "./free-images-dialog";
import { useSize } from "./use-size";

interface StorageMeterProps {
  readonly use: StorageUse;
  readonly onFreed: () => void;
}

/** The storage use on this device, with buttons to free space. */
export function StorageMeter({ use: { used, room, images, documents, copies }, onFreed }: StorageMeterProps) {
  const t = useTranslations("data");
  const format = useFormatter();
  const size = useSize();
  const [isFreeing, setFreeing] = useState(false);
  const inImages = images.reduce((sum, image) => sum + image.size, 0);
  const inDocuments = documents.reduce((sum, document) => sum + document.size, 0);
  const kinds = [t("useOfCopies", { size: size(copies) }), t("useOfImages", { size: size(inImages) })];
  if (inDocuments > 0) kinds.push(t("useOfDocuments", { size: size(inDocuments) }));
  // The browser's figure is an estimate and may be outdated.
  const inChats = Math.max(0, (used ?? 0) - copies - inImages - inDocuments);
  if (used !== undefined) kinds.unshift(t("useOfChats", { size: size(inChats) }));
  return (
    <>
      <ListRow title={t("room")} subtitle={format.list(kinds, { type: "unit" })} anchor="room" wide>
        {used !== undefined && room !== undefined && <Progress label={t("room")} value={Math.min(1, used / room)} />}
      </ListRow>
      {images.length > 0 && (
        <ListRow title={t("images")} subtitle={t("imageCount", { count: images.length, size: size(inImages) })}>
          <Button aria-haspopup="dialog" onClick={() => setFreeing(true)}>
            {t("freeImages")}
          </Button>
        </ListRow>
      )}
      {isFreeing && (
        <FreeImagesDialog
          images={images}
          onClose={() => setFreeing(false)}
          onFreed={() => {
            setFreeing(false);
            onFreed();
          }}
        />
      )}
    </>
  );
}
