import type { ToolMedia } from "@/lib/chat/tool";
import { toAppError } from "@/lib/errors";
import { blobOfDataUrl } from "@/lib/storage/blobs";
import { report } from "@/store/base/ui";
import { storeImage } from "@/store/chats/store-image";
import { tabContext } from "@/store/records/records";

/**
 * Stores the images and sounds of a tool's result as records, or in a temporary chat as data URLs. Reports and skips
 * those that cannot be stored.
 */
export async function storeToolMedia(
  media: readonly ToolMedia[],
  isTemporary = false,
  context = tabContext,
): Promise<ToolMedia[]> {
  const kept = await Promise.all(
    media.map(async ({ type, url }): Promise<ToolMedia[]> => {
      const blob = blobOfDataUrl(url, { id: "", at: 0 });
      if (!blob) return [];
      try {
        return [{ type, url: await storeImage(blob, isTemporary, context) }];
      } catch (thrown) {
        report(toAppError(thrown));
        return [];
      }
    }),
  );
  return kept.flat();
}
