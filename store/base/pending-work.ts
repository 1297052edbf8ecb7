/** Work that ends when its tab is closed or reloaded. */
export type PendingWork = "replies" | "images" | "attachments";

let pendingImages = 0;

/** Counts an image task as pending until its promise settles. */
export async function trackPendingImage<T>(task: Promise<T>): Promise<T> {
  pendingImages += 1;
  try {
    return await task;
  } finally {
    pendingImages -= 1;
  }
}

/** Whether an image of this tab is being made. */
export function hasPendingImages(): boolean {
  return pendingImages > 0;
}
