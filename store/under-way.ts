import { useDrafts } from "@/store/drafts";
import { isAnswering } from "@/store/turns";

/** What goes on in this page and would end with it. */
export type Work = "replies" | "images" | "attachments";

let imagesInLine = 0;

/** Counts an image as being made until all has come of it that will. */
export async function whileImageIsMade<T>(made: Promise<T>): Promise<T> {
  imagesInLine += 1;
  try {
    return await made;
  } finally {
    imagesInLine -= 1;
  }
}

/** Answers what a reload would end. */
export function workUnderWay(): Work[] {
  const isAttaching = Object.values(useDrafts.getState().attaching).some((count) => count > 0);
  const going = [isAnswering() && "replies", imagesInLine > 0 && "images", isAttaching && "attachments"] as const;
  return going.filter((work) => work !== false);
}
