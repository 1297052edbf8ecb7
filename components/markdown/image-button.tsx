"use client";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslations } from "use-intl";
import { useUi } from "@/store/base/ui";
import styles from "./markdown.module.css";

/** True inside a link, where a click on an image follows the link. */
export const LinkedContext = createContext(false);

interface ImageButtonProps {
  /** The address in the message. */
  readonly address: string;
  readonly alt: string;
  readonly children: ReactNode;
}

/** A button that opens an image of a message large. */
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
