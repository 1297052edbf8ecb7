import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import { errorCode } from "@/lib/server/mcp/error-code";

const maxBytes = 5_000_000;
/** Minimum time between two searches for expired pages, in milliseconds. */
const sweepMs = 600_000;
/** Length of the first line, in bytes. It contains the expiry in milliseconds since the epoch, or 0 for none. */
const headBytes = 16;
const fileName = /^[0-9a-f]{32}\.page$/;

/** Creates a store of shared pages as files in a folder of this server, which is created if it is missing. */
export function diskArtifacts(folder: string, now: () => number): ArtifactStore {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const fileOf = (id: string) => join(folder, `${id}.page`);

  /** Deletes expired pages, even if they are never requested. */
  async function sweep(): Promise<void> {
    if (now() - sweptAt < sweepMs) return;
    sweptAt = now();
    for (const name of (await readdir(folder)).filter((each) => fileName.test(each))) {
      if (isOver(await readHead(join(folder, name)), now())) await rm(join(folder, name), { force: true });
    }
  }

  return {
    maxBytes,
    async put(id, page, seconds) {
      await mkdir(folder, { recursive: true });
      await sweep();
      const end = seconds === undefined ? 0 : now() + 1000 * seconds;
      const draft = `${fileOf(id)}.${randomUUID()}.tmp`;
      try {
        await writeFile(draft, `${String(end).padStart(headBytes - 1, "0")}\n${page}`, { mode: 0o600 });
        // Rename, so that concurrent readers find either nothing or the complete file.
        await rename(draft, fileOf(id));
      } finally {
        await rm(draft, { force: true });
      }
    },
    async get(id) {
      const text = await readText(fileOf(id));
      if (text === undefined) return undefined;
      if (!isOver(text.slice(0, headBytes), now())) return text.slice(headBytes);
      await rm(fileOf(id), { force: true });
      return undefined;
    },
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}

function isOver(head: string, now: number): boolean {
  const end = Number.parseInt(head, 10);
  return end > 0 && end <= now;
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString("latin1");
  } finally {
    await file.close();
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    if (errorCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}
