"use client";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { Progress } from "@/components/ui/progress";
import type { StorageUse } from "@/store/data/data";
import styles from "./data-section.module.css";
import { FreeImagesDialog } from "./free-images-dialog";
import { useSize } from "./use-size";

interface StorageMeterProps {
  /** Undefined until the storage is measured. */
  readonly use: StorageUse | undefined;
  readonly onFreed: () => void;
}

/** The storage use on this device, with buttons to free space. */
export function StorageMeter({ use, onFreed }: StorageMeterProps) {
  const t = useTranslations("data");
  const size = useSize();
  const [isFreeing, setFreeing] = useState(false);
  const images = use?.images ?? [];
  const { used, room } = use ?? {};
  return (
    <>
      <ListRow title={t("room")} subtitle={use ? <Kinds use={use} /> : <PendingKinds />} anchor="room" wide>
        {!use && <Progress label={t("room")} value={0} />}
        {used !== undefined && room !== undefined && <Progress label={t("room")} value={Math.min(1, used / room)} />}
      </ListRow>
      {images.length > 0 && (
        <ListRow
          title={t("images")}
          subtitle={t("imageCount", { count: images.length, size: size(totalSize(images)) })}
        >
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

/** Reserves the space of the storage use by kind, so that the rows below do not move. */
function PendingKinds() {
  return (
    <span className={styles.pending} aria-hidden>
      <Kinds use={{ used: 0, images: [], documents: [], vectors: 0, copies: 0 }} />
    </span>
  );
}

type KindsProps = { readonly use: Pick<StorageUse, "used" | "images" | "documents" | "vectors" | "copies"> };

/** The storage use by kind. */
function Kinds({ use: { used, images, documents, vectors, copies } }: KindsProps) {
  const t = useTranslations("data");
  const format = useFormatter();
  const size = useSize();
  const [inImages, inDocuments] = [totalSize(images), totalSize(documents)];
  const kinds = [t("useOfCopies", { size: size(copies) }), t("useOfImages", { size: size(inImages) })];
  if (inDocuments > 0) kinds.push(t("useOfDocuments", { size: size(inDocuments) }));
  if (vectors > 0) kinds.push(t("useOfVectors", { size: size(vectors) }));
  // The browser's figure is an estimate and may be outdated.
  const inChats = Math.max(0, (used ?? 0) - copies - inImages - inDocuments - vectors);
  if (used !== undefined) kinds.unshift(t("useOfChats", { size: size(inChats) }));
  return format.list(kinds, { type: "unit" });
}

function totalSize(files: readonly { readonly size: number }[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}
