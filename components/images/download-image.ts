import { storedImageId } from "@/lib/chat/message";
import { downloadFile } from "@/lib/platform/download";
import { readStoredImage } from "@/store/chats/images";

/**
 * Downloads an image, with an extension by its type. An image of another host opens in a tab instead. Returns whether
 * the image exists.
 */
export async function downloadImage(address: string): Promise<boolean> {
  const id = storedImageId(address);
  if (id === undefined && address.startsWith("https:")) {
    open(address, "_blank", "noreferrer");
    return true;
  }
  const file = id === undefined ? await (await fetch(address)).blob() : await readStoredImage(id);
  if (file) await downloadFile(file, `image.${file.type.replace("image/", "")}`);
  return file !== undefined;
}
