"use client";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslations } from "use-intl";
import { useUi } from "@/store/base/ui";
import styles from "./markdown.module.css";

/** True inside a link: a press on an image follows it there. */
export const LinkedContext = createContext(false);

interface ImageButtonProps {
  /** The address as it stands in the message. */
  readonly address: string;
  readonly alt: string;
  readonly children: ReactNode;
}

/** Opens an image of a message large. */
export function ImageButton({ address, alt, children }: ImageButtonProps) {
  const t = useTranslations("imageViewer");
  const openDialog = useUi((ui) => ui.openDialog);
  if (useContext(LinkedContext)) return children;
  return (
    <button
      type="button"
      className={styles.openImage}
      aria-label={alt || t("open")}
      aria-haspopup="dialog"
      onClick={() => openDialog({ kind: "image", address, alt })}
    >
      {children}
    </button>
  );
}
