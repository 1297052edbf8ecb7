import { maxImages } from "@/lib/chat/draft";
import { toAppError } from "@/lib/errors";
import { useDrafts } from "@/store/drafts";
import { keepImage } from "@/store/keep-image";
import { report, useUi } from "@/store/ui";

/**
 * Attaches images to what is being written in a chat, in their order and as many as a message takes. Those that cannot be
 * read are reported, the others are attached all the same.
 */
export async function attachImages(sessionId: string, files: readonly File[]): Promise<void> {
  const { drafts, attaching, noteAttaching } = useDrafts.getState();
  const room = maxImages - (drafts[sessionId]?.images.length ?? 0) - (attaching[sessionId] ?? 0);
  const taken = files.slice(0, Math.max(0, room));
  if (taken.length < files.length) useUi.getState().toast({ kind: "images-cut", most: maxImages });
  noteAttaching(sessionId, taken.length);
  for (const file of taken) {
    await attachImage(sessionId, file).catch((thrown: unknown) => report(toAppError(thrown)));
    noteAttaching(sessionId, -1);
  }
}

async function attachImage(sessionId: string, file: File): Promise<void> {
  const { prepareApart } = await import("@/store/prepare-apart");
  const prepared = await prepareApart(file);
  if (prepared.kind !== "ready") {
    return useUi.getState().toast({ kind: "image-refused", reason: prepared.kind, name: file.name });
  }
  const { image } = prepared;
  const url = await keepImage({ type: image.type, bytes: await image.arrayBuffer() });
  const { change, save } = useDrafts.getState();
  change(sessionId, ({ images }) => ({ images: [...images, url] }));
  // The chat may have been left meanwhile.
  save(sessionId);
}

/** Sets long texts beside what is being written in a chat. */
export function attachTexts(sessionId: string, added: readonly string[]): void {
  useDrafts.getState().change(sessionId, ({ texts }) => ({ texts: [...texts, ...added] }));
}
