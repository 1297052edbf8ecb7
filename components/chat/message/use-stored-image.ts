"use client";
import { useEffect, useState } from "react";

/**
 * Returns the address under which this page shows an image that is a record of its own: undefined until it is read, and
 * `missing` when it is gone. Without an id nothing is read.
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
        console.warn("An image could not be read.", error);
        if (!isGone) setUrl("missing");
      });
    return () => {
      isGone = true;
      release();
    };
  }, [id]);

  return url;
}
