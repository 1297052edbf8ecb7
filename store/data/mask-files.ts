import type { Mask } from "@/lib/chat/mask";
import { nextChatMask } from "@/lib/export/nextchat-mask";
import { readMaskFile } from "@/lib/import/nextchat/nextchat-mask-file";
import { parseSafely } from "@/lib/import/safe-json";
import { useUi } from "@/store/base/ui";
import { importWorld } from "@/store/data/data";
import { contextIn } from "@/store/data/import-context";
import { useMasks } from "@/store/library/masks";

/** Maximum length of a mask file, in characters. 1,000 masks with long prompts are shorter. */
const maxChars = 20_000_000;

/** Adds the masks of a file to the user's own masks, and shows how many were added. */
export async function importMasks(file: File): Promise<void> {
  const { toast } = useUi.getState();
  const parsed = parseSafely(file.size > maxChars ? "" : await file.text(), { maxChars });
  const read = readMaskFile(parsed.ok ? parsed.value : undefined, contextIn(importWorld()));
  if (read.masks.length === 0) return toast({ kind: "masks-unreadable", name: file.name });
  useMasks.getState().add(read.masks);
  toast({ kind: "masks-imported", count: read.masks.length, skipped: read.notUnderstood.length });
}

/** Reads a list of masks from outside. Entries that are not masks are left out. */
export function readMasks(list: unknown): readonly Mask[] {
  return readMaskFile(list, contextIn(importWorld())).masks;
}

/** Creates a mask file that other clients can read: a list, or one mask by itself. */
export function maskFile(masks: Mask | readonly Mask[]): Blob {
  const written = "id" in masks ? nextChatMask(masks) : masks.map(nextChatMask);
  return new Blob([JSON.stringify(written, null, 2)], { type: "application/json" });
}

/** Returns a file name for a mask, without characters that file systems reject. */
export function maskFileName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, "_")
    .slice(0, 80)
    .trim();
  return `${plain || "mask"}.json`;
}
