import { AppError } from "@/lib/errors";
import { basePath } from "@/lib/platform/build-info";
import * as z from "@/lib/zod";
import { prepareInWorker } from "@/store/chats/prepare-in-worker";

const answerSchema = z.object({ code: z.number(), data: z.optional(z.string()), msg: z._default(z.string(), "") });

/** Timeout for the service worker to start, in milliseconds. */
const startMs = 5000;

/**
 * Stores an image in the service worker and returns its address, or undefined without a worker. Throws AppError if the
 * worker rejects it.
 */
export async function uploadImage(image: Blob): Promise<string | undefined> {
  if (!(await hasWorker())) return undefined;
  const body = new FormData();
  body.append("file", image);
  const response = await fetch(`${basePath}/api/cache/upload`, { method: "POST", body, credentials: "include" });
  const { code, data, msg } = z.parse(answerSchema, await response.json());
  if (code === 0 && data !== undefined) return data;
  throw new AppError("unexpected", { message: `upload Error: ${msg}` });
}

/** Deletes an image from the service worker's store. */
export async function removeUpload(address: string): Promise<void> {
  await fetch(address, { method: "DELETE", credentials: "include" });
}

/** Whether an address is that of an image in the service worker's store. */
export function isUpload(address: string): boolean {
  return URL.canParse(address) && address.startsWith(`${location.origin}${basePath}/api/cache/`);
}

/** Returns an image of the service worker's store, small enough to be sent, or undefined if it is gone. */
export async function readUpload(address: string): Promise<Blob | undefined> {
  const response = await fetch(address, { credentials: "include" });
  if (!response.ok) return undefined;
  const prepared = await prepareInWorker(await response.blob());
  return prepared.kind === "ready" ? prepared.image : undefined;
}

/** The worker is started on demand. A browser without workers, or one that is too slow, continues without one. */
async function hasWorker(): Promise<boolean> {
  const workers = navigator.serviceWorker;
  if (!workers) return false;
  if (workers.controller) return true;
  const controlled = new Promise<boolean>((resolve) => {
    workers.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), startMs);
  });
  await workers.register(`${basePath}/serviceWorker.js`);
  return controlled;
}
