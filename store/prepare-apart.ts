import { type Preparation, prepareImage } from "@/lib/media/prepare-image";
import { sendOnErrand } from "@/store/errand";

/** Makes an image ready to be sent in a thread of its own; where a browser's cannot draw, in this one. */
export async function prepareApart(file: Blob): Promise<Preparation> {
  if (typeof OffscreenCanvas === "undefined") return prepareImage(file);
  const worker = new Worker(new URL("./image-worker.ts", import.meta.url), { type: "module" });
  try {
    return await sendOnErrand<Blob, Preparation>(worker, file);
  } catch (error) {
    console.warn("A picture could not be made ready in a thread of its own.", error);
    return prepareImage(file);
  }
}
