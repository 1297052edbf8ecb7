import { ImageIcon, ImageOff, type LucideIcon, Music, RotateCw, Video } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ImageButton } from "./image-button";
import styles from "./markdown.module.css";

export type MediaKind = "image" | "audio" | "video";

/** What may be shown from the message itself: raster images, sound and film. */
const inMessage: Readonly<Record<MediaKind, RegExp>> = {
  image: /^data:image\/(png|jpeg|gif|webp|avif);base64,/,
  audio: /^data:audio\/[\w.+-]+;base64,/,
  video: /^data:video\/[\w.+-]+;base64,/,
};

const icons: Readonly<Record<MediaKind, LucideIcon>> = { image: ImageIcon, audio: Music, video: Video };

/**
 * Shows an image, a sound or a film of a message. One from another host is loaded only when the user asks for it,
 * because loading tells that host who reads (security R7.3); of one that no page may load only the words are shown.
 */
export function RemoteMedia({ kind, src, alt }: { kind: MediaKind; src: string; alt: string }) {
  const t = useTranslations("markdown");
  // The address, not a yes: something else may take its place.
  const [allowed, setAllowed] = useState("");
  const [failed, setFailed] = useState("");
  const isRemote = URL.canParse(src) && new URL(src).protocol === "https:";
  const isOwn = inMessage[kind].test(src);
  if (!isRemote && !isOwn) {
    return (
      <span className={styles.blockedImage} data-alt={alt}>
        <MediaWords icon={ImageOff} label={t("mediaNotShown")} alt={alt} />
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

interface MediaWordsProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly alt: string;
}

function MediaButton({ onClick, ...words }: MediaWordsProps & { readonly onClick: () => void }) {
  return (
    <button type="button" className={styles.blockedImage} onClick={onClick}>
      <MediaWords {...words} />
    </button>
  );
}

/** What stands in the place of what is not shown: why, and the words that the message has for it. */
function MediaWords({ icon: Icon, label, alt }: MediaWordsProps) {
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

/** The place is kept before anything has loaded, so that nothing moves when it has. */
function Media({ kind, src, alt, onError }: MediaProps) {
  const label = alt || undefined;
  switch (kind) {
    case "image":
      return (
        <ImageButton address={src} alt={alt}>
          {/* biome-ignore lint/performance/noImgElement: addresses of messages are not known to the image optimiser */}
          <img className={styles.image} src={src} alt={alt} referrerPolicy="no-referrer" onError={onError} />
        </ImageButton>
      );
    case "audio":
      return (
        // biome-ignore lint/a11y/useMediaCaption: a message brings no captions
        <audio className={styles.audio} src={src} aria-label={label} controls preload="metadata" onError={onError} />
      );
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: a message brings no captions
        <video className={styles.video} src={src} aria-label={label} controls preload="metadata" onError={onError} />
      );
  }
}
