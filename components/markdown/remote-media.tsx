import { ImageIcon, ImageOff, type LucideIcon, Music, RotateCw, Video } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { MediaKind } from "@/lib/markdown/media-kind";
import { ImageButton } from "./image-button";
import styles from "./markdown.module.css";

/** Data URLs that may be shown: raster images, audio and video. */
const inMessage: Readonly<Record<MediaKind, RegExp>> = {
  image: /^data:image\/(png|jpeg|gif|webp|avif);base64,/,
  audio: /^data:audio\/[\w.+-]+;base64,/,
  video: /^data:video\/[\w.+-]+;base64,/,
};

const icons: Readonly<Record<MediaKind, LucideIcon>> = { image: ImageIcon, audio: Music, video: Video };

/**
 * An image, audio or video of a message. One from another host is loaded only on request, because loading tells that
 * host who reads the message (docs/security.md#r73). For an address that may not load, only its text is shown.
 */
export function RemoteMedia({ kind, src, alt }: { kind: MediaKind; src: string; alt: string }) {
  const t = useTranslations("markdown");
  // The allowed address instead of a boolean, because another address may replace it.
  const [allowed, setAllowed] = useState("");
  const [failed, setFailed] = useState("");
  const isRemote = URL.canParse(src) && new URL(src).protocol === "https:";
  const isOwn = inMessage[kind].test(src);
  if (!isRemote && !isOwn) {
    return (
      <span className={styles.blockedImage} data-alt={alt}>
        <MediaLabel icon={ImageOff} label={t("mediaNotShown")} alt={alt} />
      </span>
    );
  }
  if (failed === src) {
    return <MediaButton icon={RotateCw} label={t("retryMedia")} alt={alt} onClick={() => setFailed("")} />;
  }
  if (isOwn || allowed === src) return <Media kind={kind} src={src} alt={alt} onError={() => setFailed(src)} />;
  const words = { image: "loadImage", audio: "loadAudio", video: "loadVideo" } as const;
  const label = t(words[kind], { host: new URL(src).host });
  return <MediaButton icon={icons[kind]} label={label} alt={alt} onClick={() => setAllowed(src)} />;
}

interface MediaLabelProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly alt: string;
}

function MediaButton({ onClick, ...words }: MediaLabelProps & { readonly onClick: () => void }) {
  return (
    <button type="button" className={styles.blockedImage} onClick={onClick}>
      <MediaLabel {...words} />
    </button>
  );
}

/** The placeholder of media that is not shown: the reason, and its alternative text. */
function MediaLabel({ icon: Icon, label, alt }: MediaLabelProps) {
  return (
    <>
      <Icon size={16} aria-hidden />
      <span dir="auto">{label}</span>
      {alt && (
        <span className={styles.blockedAlt} dir="auto">
          {alt}
        </span>
      )}
    </>
  );
}

interface MediaProps {
  readonly kind: MediaKind;
  readonly src: string;
  readonly alt: string;
  readonly onError: () => void;
}

/** Reserves the space before anything has loaded, so that nothing moves. */
function Media({ kind, src, alt, onError }: MediaProps) {
  const label = alt || undefined;
  switch (kind) {
    case "image":
      return (
        <ImageButton address={src} alt={alt}>
          {/* biome-ignore lint/performance/noImgElement: the image optimizer does not know the addresses in messages */}
          <img className={styles.image} src={src} alt={alt} referrerPolicy="no-referrer" onError={onError} />
        </ImageButton>
      );
    case "audio":
      return (
        // biome-ignore lint/a11y/useMediaCaption: messages have no captions
        <audio className={styles.audio} src={src} aria-label={label} controls preload="metadata" onError={onError} />
      );
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: messages have no captions
        <video className={styles.video} src={src} aria-label={label} controls preload="metadata" onError={onError} />
      );
  }
}
