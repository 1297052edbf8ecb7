import type { Page } from "@playwright/test";
import { parleyBackup } from "@/lib/export/parley-backup";
import { noImages } from "../../support/backup-samples";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { textOfPieces } from "../../support/text-of-pieces";

/** How often the browser is killed in the midst of a reply, a third as often in the midst of all else; KILLS=200 is the long run. */
export const kills = Number(process.env.KILLS ?? 8);

/** How many records are stored, past the app; none where there is no database yet, which is not made for it. */
export function countStored(page: Page): Promise<Readonly<Record<"sessions" | "messages" | "unreadable", number>>> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "parley")) return { sessions: 0, messages: 0, unreadable: 0 };
    const database = await settled(indexedDB.open("parley"));
    const [sessions = 0, messages = 0, unreadable = 0] = await Promise.all(
      ["sessions", "messages", "unreadable"].map((name) =>
        settled(database.transaction(name).objectStore(name).count()),
      ),
    );
    database.close();
    return { sessions, messages, unreadable };
  });
}

/** How large the histories are that are imported, taken over and cleared. */
export const chatsPerHistory = 75;
export const messagesPerChat = 40;

/** A backup of some thousand messages, with ids of its own. */
export async function backupOf(round: number): Promise<Buffer> {
  const sessions = Array.from({ length: chatsPerHistory }, (_, chat) =>
    sampleSession({ id: `${round}-${chat}`, topic: `Chat ${round}-${chat}`, messageCount: messagesPerChat, order: 1 }),
  );
  const records = sessions.flatMap(({ id }) =>
    Array.from({ length: messagesPerChat }, (_, place) =>
      sampleRecord({
        id: `${id}-${place}`,
        sessionId: id,
        seq: place + 1,
        content: "The tide comes late. ".repeat(20),
      }),
    ),
  );
  const data = { exportedAt: 1, sessions, messages: records, tombstones: [], documents: {}, ...noImages };
  return Buffer.from(await textOfPieces(parleyBackup(data, { withCredentials: false })));
}

/** Gives a backup to the settings and agrees to the import. */
export async function orderImport(page: Page, url: string, round: number): Promise<void> {
  await page.goto(`${url}/settings#data`);
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "backup.json", mimeType: "application/json", buffer: await backupOf(round) });
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
}

/** Returns random numbers from 0 to 1 that a seed repeats (mulberry32); by default, SEED or chance chooses it. */
export function seededRandom(seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))): {
  readonly seed: number;
  random(): number;
} {
  let state = seed;
  return {
    seed,
    random() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
