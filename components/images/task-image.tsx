"use client";
import { useTranslations } from "use-intl";
import { StoredImage } from "@/components/chat/message/stored-image";
import { Markdown } from "@/components/markdown/markdown";
import { RemoteImage } from "@/components/markdown/remote-image";
import type { ImageTask } from "@/lib/chat/image-task";
import { storedImageId } from "@/lib/chat/message";
import styles from "./image-card.module.css";

interface TaskImageProps {
  readonly task: ImageTask;
  readonly onOpen: () => void;
}

/**
 * The result of a task: an image that opens large, or the text the model returned instead, such as a video's address.
 */
export function TaskImage({ task, onOpen }: TaskImageProps) {
  const t = useTranslations("imageTasks");
  const { img_data, text = "", params } = task;
  const prompt = params.prompt ?? "";
  if (img_data === "") {
    return (
      <div className={styles.text} dir="auto">
        <Markdown text={text} />
      </div>
    );
  }
  const storedId = storedImageId(img_data);
  if (storedId === undefined && !img_data.startsWith("data:")) return <RemoteImage src={img_data} alt={prompt} />;
  return (
    <button
      type="button"
      className={styles.open}
      aria-haspopup="dialog"
      aria-label={t("open", { prompt })}
      onClick={onOpen}
    >
      {storedId === undefined ? (
        // biome-ignore lint/performance/noImgElement: the address is a data URL
        <img src={img_data} alt={prompt} />
      ) : (
        <StoredImage id={storedId} alt={prompt} />
      )}
    </button>
  );
}
