"use client";
import { useTranslations } from "use-intl";
import { storedImageId } from "@/lib/chat/message";
import styles from "./message.module.css";
import { useStoredImage } from "./use-stored-image";

/** What was heard of a message; nothing for sound that lies with another program, or is gone. */
export function MessageSound({ address }: { readonly address: string }) {
  const t = useTranslations("voice");
  const url = useStoredImage(storedImageId(address));
  if (url === undefined || url === "missing") return null;
  // biome-ignore lint/a11y/useMediaCaption: what is said stands above it
  return <audio className={styles.sound} controls preload="metadata" src={url} aria-label={t("player")} />;
}
