"use client";
import { useTranslations } from "use-intl";
import messageStyles from "@/components/chat/message/message.module.css";
import { MessageSound } from "@/components/chat/message/message-sound";
import { StoredImage } from "@/components/chat/message/stored-image";
import { RemoteMedia } from "@/components/markdown/remote-media";
import { storedImageId } from "@/lib/chat/message";
import type { ToolMedia as Media } from "@/lib/chat/tool";

interface ToolMediaProps {
  readonly media: readonly Media[];
  /** The tool's name, as alternative text. */
  readonly name: string;
}

/** The images and sounds in a call's result, under its row, visible without expanding it. */
export function ToolMedia({ media, name }: ToolMediaProps) {
  const t = useTranslations("toolCalls");
  return (
    <div className={messageStyles.images}>
      {media.map(({ type, url }) => {
        const isSound = type.startsWith("audio/");
        const alt = t(isSound ? "soundOf" : "imageOf", { name });
        const id = storedImageId(url);
        if (id === undefined) return <RemoteMedia key={url} kind={isSound ? "audio" : "image"} src={url} alt={alt} />;
        if (isSound) return <MessageSound key={url} address={url} label={alt} />;
        return <StoredImage key={url} id={id} alt={alt} address={url} />;
      })}
    </div>
  );
}
