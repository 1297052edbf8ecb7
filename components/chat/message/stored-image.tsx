"use client";
import { ImageOff } from "lucide-react";
import { useTranslations } from "use-intl";
import { ImageButton } from "@/components/markdown/image-button";
import styles from "./message.module.css";
import { useStoredImage } from "./use-stored-image";

interface StoredImageProps {
  readonly id: string;
  readonly alt: string;
  /** The address in the message. With it the image is a button that opens it large. */
  readonly address?: string | undefined;
}

/** A stored image of this device, with a placeholder before it is read, and if it is gone. */
export function StoredImage({ id, alt, address }: StoredImageProps) {
  const t = useTranslations("message");
  const url = useStoredImage(id);
  if (url === undefined) return <span className={styles.imagePlace} />;
  if (url === "missing") {
    return (
      <span className={styles.imagePlace}>
        <ImageOff size={16} aria-hidden />
        {t("imageGone")}
      </span>
    );
  }
  // biome-ignore lint/performance/noImgElement: an object URL is not known to the image optimizer
  const image = <img src={url} alt={alt} />;
  if (address === undefined) return image;
  return (
    <ImageButton address={address} alt={alt}>
      {image}
    </ImageButton>
  );
}
