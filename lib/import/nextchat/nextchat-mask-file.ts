import type { Mask } from "@/lib/chat/mask";
import { contentId, sourceId } from "@/lib/import/content-id";
import type { Format, ImportContext, Imported, NotUnderstood } from "@/lib/import/imported";
import { readNextChatMask } from "@/lib/import/nextchat/nextchat-mask";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";

/** Format of masks as NextChat downloads them: a list, a single one, or its own collection by language. */
export const nextChatMasks: Format = {
  id: "nextchat-masks",
  detects: (top) => listsOf(top).some(([, list]) => isMask(list[0])),
  read: readMasks,
};

/** Whether a value identifies a file of masks. */
function isMask(value: unknown): boolean {
  return isNamed(value) && Array.isArray(value.context) && !("messages" in value);
}

/** Whether a value is readable as a mask; in a file of masks, a name is sufficient. */
function isNamed(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof value.name === "string";
}

function listsOf(top: unknown): (readonly [string, readonly unknown[]])[] {
  if (Array.isArray(top)) return [["", top]];
  if (isNamed(top)) return [["", [top]]];
  const byLanguage = recordOf(top);
  return ["cn", "tw", "en"].map((language) => [language, listOf(byLanguage[language])] as const);
}

function readMasks(value: unknown, context: ImportContext): Imported {
  const { masks, notUnderstood } = readMaskFile(value, context);
  const byId = Object.fromEntries(masks.map((mask) => [mask.id, mask]));
  return { format: "nextchat-masks", chats: [], documents: { "mask-store": { masks: byId } }, notUnderstood };
}

/** Reads all masks of a file, in order. Invalid entries are reported. */
export function readMaskFile(
  value: unknown,
  context: ImportContext,
): { readonly masks: Mask[]; readonly notUnderstood: NotUnderstood[] } {
  const notUnderstood: NotUnderstood[] = [];
  const masks = listsOf(value).flatMap(([language, list]) =>
    list.flatMap((mask, place): Mask[] => {
      if (isNamed(mask)) return [readMask(mask, context)];
      notUnderstood.push({ where: `${language}[${place}]`, reason: "wrong-shape" });
      return [];
    }),
  );
  return { masks, notUnderstood };
}

/** Reads a mask. Loaded masks are the user's, so none is built in, and the numeric id of a built-in mask is dropped. */
function readMask(mask: JsonRecord, context: ImportContext): Mask {
  const ownId = typeof mask.id === "string" ? sourceId(mask.id) : undefined;
  const id = ownId ?? `nextchat:mask:${contentId(mask.name, mask.context)}`;
  return readNextChatMask({ ...mask, id, builtin: false }, id, { context, modelConfig: {} });
}
