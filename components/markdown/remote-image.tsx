import { ImageIcon } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import styles from "./markdown.module.css";

/** Raster images that may be drawn from the message itself. */
const dataImage = /^data:image\/(png|jpeg|gif|webp|avif);base64,/;

/**
 * Draws an image of a message. One from another host is loaded only when the person asks for it, because loading tells
 * that host who reads (security R7.3).
 */
export function RemoteImage({ src, alt }: { src: string; alt: string }) {
  const t = useTranslations("markdown");
  // The address, not a yes: another image may take the place of this one.
  const [allowed, setAllowed] = useState("");
  const isRemote = URL.canParse(src) && new URL(src).protocol === "https:";
  const isShown = dataImage.test(src) || (isRemote && allowed === src);
  // biome-ignore lint/performance/noImgElement: addresses of messages are not known to the image optimiser
  if (isShown) return <img src={src} alt={alt} referrerPolicy="no-referrer" />;
  if (!isRemote) return <>{alt}</>;
  return (
    <button type="button" className={styles.blockedImage} onClick={() => setAllowed(src)}>
      <ImageIcon size={16} aria-hidden />
      <span>{t("loadImage", { host: new URL(src).host })}</span>
      {alt && <span className={styles.blockedAlt}>{alt}</span>}
    </button>
  );
}
