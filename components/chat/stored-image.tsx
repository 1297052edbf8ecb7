"use client";
import { ImageOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import styles from "./message.module.css";

/** An image that is a record of its own on this device; what it was before it is read, or when it is gone, is said. */
export function StoredImage({ id, alt }: { readonly id: string; readonly alt: string }) {
  const t = useTranslations("message");
  const [url, setUrl] = useState<string | "missing">();

  useEffect(() => {
    let release = () => {};
    let isGone = false;
    import("@/store/images")
      .then(async ({ showImage }) => {
        if (isGone) return;
        const image = showImage(id);
        release = image.release;
        const address = await image.url;
        if (!isGone) setUrl(address ?? "missing");
      })
      .catch((error: unknown) => {
        console.warn("An image could not be read.", error);
        if (!isGone) setUrl("missing");
      });
    return () => {
      isGone = true;
      release();
    };
  }, [id]);

  if (url === undefined) return <span className={styles.imagePlace} />;
  if (url === "missing") {
    return (
      <span className={styles.imagePlace}>
        <ImageOff size={16} aria-hidden />
        {t("imageGone")}
      </span>
    );
  }
  // biome-ignore lint/performance/noImgElement: the address is one of this page, which the image optimiser cannot know
  return <img src={url} alt={alt} />;
}
