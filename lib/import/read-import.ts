import { formatOf } from "@/lib/import/formats";
import type { Format, ImportContext, Imported, ListReader } from "@/lib/import/imported";
import { type JsonStream, openJson } from "@/lib/import/json-stream";
import { RefusedFile } from "@/lib/import/refused-file";
import type { Decoder } from "@/lib/import/text-decoders";

/** Reads what a person has exported, from one file or from several that are parts of one list. */
export interface ImportReader {
  /** Opens the next file. Both of its functions throw RefusedFile. */
  openFile(decoder?: Decoder): JsonStream;
  /** Returns what all files came to. Throws RefusedFile where no format knows them. */
  end(): Imported;
}

/**
 * Opens a reader of any known format, which is told from what comes. Of a list of chats each one is read as it comes
 * and nothing else of it is kept; the chats of all other formats stand among other things, and are read at the end.
 */
export function openImport(context: ImportContext): ImportReader {
  let format: Format | undefined;
  let reader: ListReader | undefined;
  /** Items that came before one that tells the format, and those of a format that reads its list as a whole. */
  let held: unknown[] = [];
  let whole: { readonly value: unknown } | undefined;

  function takeItem(item: unknown) {
    if (reader) return reader.take(item);
    held.push(item);
    format ??= formatOf([item]);
    reader = format?.open?.(context);
    if (!reader) return;
    for (const each of held) reader.take(each);
    held = [];
  }

  function takeWhole(value: unknown) {
    whole = { value };
  }

  return {
    openFile: (decoder) => openJson({ takeItem, takeWhole }, decoder),
    end() {
      if (reader) return reader.end();
      const value = held.length > 0 || !whole ? held : whole.value;
      format ??= formatOf(value);
      if (!format) throw new RefusedFile("unknown-format");
      return format.read(value, context);
    },
  };
}
