import { AppError } from "@/lib/errors";
import { desktop } from "@/lib/platform/desktop";
import type { SavedFile } from "@/lib/platform/desktop-port";

/**
 * Starts the download of a file; in the desktop app, asks where to save it and waits until it is written. Returns false
 * if the user cancels. Rejects if the file cannot be written.
 */
export async function downloadFile(file: Blob, name: string): Promise<boolean> {
  if (process.env.BUILD_APP) {
    const shell = await desktop();
    if (shell) return saveWith(shell.saveFile(file, name));
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}

async function saveWith(saving: Promise<SavedFile>): Promise<boolean> {
  const saved = await saving;
  if (saved.state === "failed") throw new AppError("unexpected", { message: saved.reason });
  return saved.state === "saved";
}
