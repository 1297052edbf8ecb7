import { useTranslations } from "use-intl";
import { RemoteImage } from "@/components/markdown/remote-image";
import { imagesOf, type Message } from "@/lib/chat/message";
import styles from "./message.module.css";

/** The images of a message: what a person sent, as thumbnails, or what a model drew, as it is. */
export function MessageImages({ message }: { readonly message: Message }) {
  const t = useTranslations("message");
  const images = imagesOf(message);
  if (images.length === 0) return null;
  return (
    <div className={styles.images} data-drawn={message.role === "assistant" || undefined}>
      {images.map((url) => (
        <RemoteImage key={url} src={url} alt={t("image")} />
      ))}
    </div>
  );
}
