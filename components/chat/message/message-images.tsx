import { useTranslations } from "use-intl";
import { RemoteImage } from "@/components/markdown/remote-image";
import { imagesOf, type Message, storedImageId } from "@/lib/chat/message";
import styles from "./message.module.css";
import { StoredImage } from "./stored-image";

/** The images of a message: sent ones as thumbnails, generated ones in full. */
export function MessageImages({ message }: { readonly message: Message }) {
  const t = useTranslations("message");
  const images = imagesOf(message);
  if (images.length === 0) return null;
  return (
    <div className={styles.images} data-drawn={message.role === "assistant" || undefined}>
      {images.map((url) => {
        const storedId = storedImageId(url);
        if (storedId !== undefined) return <StoredImage key={url} id={storedId} alt={t("image")} address={url} />;
        return <RemoteImage key={url} src={url} alt={t("image")} />;
      })}
    </div>
  );
}
