"use client";
import { useTranslations } from "use-intl";
import { storedImageId } from "@/lib/chat/message";
import styles from "./message.module.css";
import { useStoredImage } from "./use-stored-image";

interface MessageSoundProps {
  readonly address: string;
  /** The name of the sound; absent for the recording of a message. */
  readonly label?: string;
}

/** The sound of a message; empty if the app cannot play its address, or the sound is gone. */
export function MessageSound({ address, label }: MessageSoundProps) {
  const t = useTranslations("voice");
  const url = useStoredImage(storedImageId(address));
  if (url === undefined || url === "missing") return null;
  // biome-ignore lint/a11y/useMediaCaption: the transcript is above it, or the sound is a tool's
  return <audio className={styles.sound} controls preload="metadata" src={url} aria-label={label ?? t("player")} />;
}
