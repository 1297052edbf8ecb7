import { AppError } from "@/lib/errors";

/** Tells whether the system offers to share a file of a type with other apps. */
export function canShareFiles(type: string): boolean {
  if (!("canShare" in navigator)) return false;
  return navigator.canShare({ files: [new File([""], "file", { type })] });
}

/** Hands files to the system's own choice of apps; nothing where the person leaves it. Throws `not-supported`. */
export async function shareFiles(files: File[], title: string): Promise<void> {
  try {
    await navigator.share({ files, title });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return;
    throw new AppError("not-supported", {}, { cause: thrown });
  }
}
