import { storedImageId } from "@/lib/chat/message";
import { downloadFile } from "@/lib/platform/download";
import { readStoredImage } from "@/store/chats/images";

/**
 * Hands a picture to the downloads, named by its type; one of another host opens where it lies. Returns whether it is
 * there at all.
 */
export async function downloadImage(address: string): Promise<boolean> {
  const id = storedImageId(address);
  if (id === undefined && address.startsWith("https:")) {
    open(address, "_blank", "noreferrer");
    return true;
  }
  const file = id === undefined ? await (await fetch(address)).blob() : await readStoredImage(id);
  if (file) downloadFile(file, `image.${file.type.replace("image/", "")}`);
  return file !== undefined;
}
