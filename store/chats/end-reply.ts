import type { Database } from "@/lib/storage/database";
import { readResumable, type StoredReply } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";

/**
 * Resumes a reply that a closed tab began. Resolves with `elsewhere` if another tab resumes it, and with `no` if it
 * cannot be resumed.
 */
export type Resume = (messageId: string, reply: StoredReply) => Promise<"here" | "elsewhere" | "no">;

let offer: (resume: Resume) => void = () => {};
const offered = new Promise<Resume>((resolve) => {
  offer = resolve;
});

/** Sets the function that resumes replies. It is loaded when the tab is idle. */
export const offerResume = (resume: Resume) => offer(resume);

/** Time that the end of a reply may take to arrive from the tab that wrote it, in milliseconds. */
const endingMs = 300;

/**
 * Ends a reply that no tab writes any more: it is resumed, or the text so far stays and the reply counts as stopped.
 * Returns false if another tab writes it again.
 */
export async function endReply(id: string, database: Pick<Database, "readSome" | "readTexts">): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, endingMs));
  const isStreaming = () => useChats.getState().messages[id]?.streaming === true;
  if (!isStreaming()) return true;
  const { messages } = await database.readSome({ sessions: [], messages: [id] });
  const { takeMessages, update } = useChats.getState();
  takeMessages(messages);
  if (!isStreaming()) return true;
  const reply = (await readResumable(database))[id];
  const resumed = reply ? await (await offered)(id, reply) : "no";
  if (resumed !== "no") return resumed === "here";
  if (isStreaming()) update(id, ({ streaming: _ended, ...message }) => ({ ...message, stopped: true }));
  return true;
}
