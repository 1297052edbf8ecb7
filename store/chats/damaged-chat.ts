import { damagedChatBackup } from "@/lib/export/damaged-chat";
import { tabContext } from "@/store/records/records";

/** Returns a file with all stored data of a chat that cannot be shown. Throws AppError. */
export async function damagedChatFile(sessionId: string, { env, records } = tabContext): Promise<Blob> {
  const rows = await records.requireDatabase().readChatRows(sessionId);
  return new Blob([damagedChatBackup(rows, env.now())], { type: "application/json" });
}
