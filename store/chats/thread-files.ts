import type { Message } from "@/lib/chat/message";
import type { TextFile } from "@/lib/chat/text-file";
import { filesInThread } from "@/lib/chat/thread-files";
import { restoreDocuments } from "@/lib/storage/blobs";
import { type TabContext, tabContext } from "@/store/records/records";

/** Returns the text files that the user has attached to the messages, also those that are stored as documents. */
export async function readThreadFiles(
  thread: readonly Message[],
  { records: { database } }: Pick<TabContext, "records"> = tabContext,
): Promise<TextFile[]> {
  const asked = thread.filter(({ role }) => role === "user");
  if (!database) return filesInThread(asked);
  return filesInThread(await Promise.all(asked.map((message) => restoreDocuments(message, database.readBlob))));
}
