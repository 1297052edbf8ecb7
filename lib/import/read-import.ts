import { formatOf } from "@/lib/import/formats";
import type { Format, ImportContext, Imported, ListReader } from "@/lib/import/imported";
import { type JsonStream, openJson } from "@/lib/import/json-stream";
import { RefusedFile } from "@/lib/import/refused-file";
import type { Decoder } from "@/lib/import/text-decoders";

/** Reads an export from one file, or from several files that are parts of one list. */
export interface ImportReader {
  /** Opens the next file. Both functions of the stream throw RefusedFile. */
  openFile(decoder?: Decoder): JsonStream;
  /** Returns the result of all files. Throws RefusedFile if no format detects them. */
  end(): Imported;
}

/**
 * Opens a reader of any known format, which is detected from the content. In lists of chats, each chat is read as it
 * arrives and the rest is discarded. Other formats have their chats among other data and are read at the end.
 */
export function openImport(context: ImportContext): ImportReader {
  let format: Format | undefined;
  let reader: ListReader | undefined;
  /** Items before the one that identifies the format, and all items of a format that needs the whole list. */
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
