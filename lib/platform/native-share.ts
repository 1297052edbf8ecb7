import { AppError } from "@/lib/errors";

/** Whether the system can share a file of a type with other apps. */
export function canShareFiles(type: string): boolean {
  if (!("canShare" in navigator)) return false;
  return navigator.canShare({ files: [new File([""], "file", { type })] });
}

/** Whether the system can share text with other apps. */
export function canShareTexts(): boolean {
  return "canShare" in navigator && navigator.canShare({ text: "text" });
}

/** Whether the user's last click is recent enough to open the system's share dialog. */
export function mayShareNow(): boolean {
  return navigator.userActivation?.isActive !== false;
}

/**
 * Opens the system's share dialog for files, as text if it does not accept such files. Does nothing if the user
 * cancels. Throws `not-supported`.
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
