/** Kinds of work that a reload or a closed tab would interrupt. */
export type PendingWork = "replies" | "images" | "attachments" | "temporary";

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

/** Whether this tab is generating an image. */
export function hasPendingImages(): boolean {
  return pendingImages > 0;
}
