import { textOfBlob } from "@/lib/storage/blobs";
import { tabContext } from "@/store/records/records";

/** Returns the text of a stored document, or undefined if it is not on this device. */
export async function readDocumentText(id: string, { records } = tabContext): Promise<string | undefined> {
  const blob = await records.database?.readBlob(id);
  return blob && textOfBlob(blob);
}
