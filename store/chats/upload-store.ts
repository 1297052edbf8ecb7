import * as v from "valibot";
import { AppError } from "@/lib/errors";
import { basePath } from "@/lib/platform/build-info";
import { prepareApart } from "@/store/chats/prepare-apart";

const answerSchema = v.object({ code: v.number(), data: v.optional(v.string()), msg: v.optional(v.string(), "") });

/** How long the worker may take to come up, in milliseconds. */
const startMs = 5000;

/**
 * Gives a picture to the service worker, which keeps it, and answers its address; nothing where there is no worker
 *. Throws AppError where the worker refuses it.
 */
export async function uploadImage(image: Blob): Promise<string | undefined> {
  if (!(await hasWorker())) return undefined;
  const body = new FormData();
  body.append("file", image);
  const response = await fetch(`${basePath}/api/cache/upload`, { method: "POST", body, credentials: "include" });
  const { code, data, msg } = v.parse(answerSchema, await response.json());
  if (code === 0 && data !== undefined) return data;
  throw new AppError("unexpected", { message: `upload Error: ${msg}` });
}

/** Takes a picture out of the worker's store. */
export async function removeUpload(address: string): Promise<void> {
  await fetch(address, { method: "DELETE", credentials: "include" });
}

/** Whether an address is one of the worker's. */
export function isUpload(address: string): boolean {
  return URL.canParse(address) && address.startsWith(`${location.origin}${basePath}/api/cache/`);
}

/** Returns a picture of the worker's, short enough to be sent; nothing where it is not there any more. */
export async function readUpload(address: string): Promise<Blob | undefined> {
  const response = await fetch(address, { credentials: "include" });
  if (!response.ok) return undefined;
  const prepared = await prepareApart(await response.blob());
  return prepared.kind === "ready" ? prepared.image : undefined;
}

/** The worker is asked for when it is first needed; a browser that has none, or none in time, goes on without. */
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
