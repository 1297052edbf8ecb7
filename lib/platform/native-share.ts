import { AppError } from "@/lib/errors";

/** Whether the system offers to share a file of a type with other apps. */
export function canShareFiles(type: string): boolean {
  if (!("canShare" in navigator)) return false;
  return navigator.canShare({ files: [new File([""], "file", { type })] });
}

/** Whether the system offers to share a text with other apps. */
export function canShareTexts(): boolean {
  return "canShare" in navigator && navigator.canShare({ text: "text" });
}

/** Whether the user's last press is fresh enough for the system to ask what to do with a file. */
export function mayShareNow(): boolean {
  return navigator.userActivation?.isActive !== false;
}

/**
 * Hands files to the system's own choice of apps, as texts where it takes no files of their kind; nothing where the user
 * leaves it. Throws `not-supported`.
 */
export async function shareFiles(files: File[], title: string): Promise<void> {
  try {
    if (navigator.canShare({ files })) await navigator.share({ files, title });
    else await navigator.share({ title, text: (await Promise.all(files.map((file) => file.text()))).join("\n") });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return;
    throw new AppError("not-supported", {}, { cause: thrown });
  }
}
