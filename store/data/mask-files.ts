import type { Mask } from "@/lib/chat/mask";
import { nextChatMask } from "@/lib/export/nextchat-mask";
import { readMaskFile } from "@/lib/import/nextchat/nextchat-mask-file";
import { parseSafely } from "@/lib/import/safe-json";
import { useUi } from "@/store/base/ui";
import { importWorld } from "@/store/data/data";
import { contextIn } from "@/store/data/import-context";
import { useMasks } from "@/store/library/masks";

/** The largest file of masks that is read, in characters; a thousand masks with long prompts take less. */
const maxChars = 20_000_000;

/** Adds the masks of a file to the user's own, and tells how many there were. */
export async function importMasks(file: File): Promise<void> {
  const { toast } = useUi.getState();
  const parsed = parseSafely(file.size > maxChars ? "" : await file.text(), { maxChars });
  const read = readMaskFile(parsed.ok ? parsed.value : undefined, contextIn(importWorld()));
  if (read.masks.length === 0) return toast({ kind: "masks-unreadable", name: file.name });
  useMasks.getState().add(read.masks);
  toast({ kind: "masks-imported", count: read.masks.length, skipped: read.notUnderstood.length });
}

/** Makes a file of masks that other clients read, too: a list, or a single one as it is. */
export function maskFile(masks: Mask | readonly Mask[]): Blob {
  const written = "id" in masks ? nextChatMask(masks) : masks.map(nextChatMask);
  return new Blob([JSON.stringify(written, null, 2)], { type: "application/json" });
}

/** Names the file of a mask after it, without what a file system refuses. */
export function maskFileName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, "_")
    .slice(0, 80)
    .trim();
  return `${plain || "mask"}.json`;
}
