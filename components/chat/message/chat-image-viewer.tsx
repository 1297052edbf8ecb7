"use client";
import { useVisionSupport } from "@/components/chat/composer/use-vision-support";
import { attachAgain } from "@/store/chats/attach-mask";
import { useChats } from "@/store/chats/chats";
import { ImageViewer, type ImageViewerProps } from "./image-viewer";

/** The viewer of an image in a chat. If the model accepts images, it can be attached to the next message. */
export function ChatImageViewer(props: Omit<ImageViewerProps, "onReuse">) {
  const sessionId = useChats(({ currentId }) => currentId);
  const { supportsVision } = useVisionSupport(sessionId);

  function reuse() {
    attachAgain(sessionId, props.address);
    props.onClose();
  }

  return <ImageViewer {...props} onReuse={supportsVision ? reuse : undefined} />;
}
