"use client";
import { useEffect, useState } from "react";

/**
 * Returns the object URL of a stored image: undefined until it is read, `missing` if it is gone. Without an id nothing
 * is read.
 */
export function useStoredImage(id: string | undefined): string | "missing" | undefined {
  const [url, setUrl] = useState<string | "missing">();

  useEffect(() => {
    if (id === undefined) return;
    let release = () => {};
    let isGone = false;
    import("@/store/chats/images")
      .then(async ({ showImage }) => {
        if (isGone) return;
        const image = showImage(id);
        release = image.release;
        const address = await image.url;
        if (!isGone) setUrl(address ?? "missing");
      })
      .catch((error: unknown) => {
        console.warn("Could not read an image.", error);
        if (!isGone) setUrl("missing");
      });
    return () => {
      isGone = true;
      release();
    };
  }, [id]);

  return url;
}
