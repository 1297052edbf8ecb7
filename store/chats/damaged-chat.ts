import { damagedChatBackup } from "@/lib/export/damaged-chat";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { requireStorage } from "@/store/records/storage-handle";

/** Returns a file with all stored data of a chat that cannot be shown. Throws AppError. */
export async function damagedChatFile(sessionId: string): Promise<Blob> {
  const rows = await requireStorage().database.readChatRows(sessionId);
  return new Blob([damagedChatBackup(rows, browserEnvironment.now())], { type: "application/json" });
}
