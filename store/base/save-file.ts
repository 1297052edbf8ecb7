import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { report } from "@/store/base/ui";

/** Downloads a file, and reports a failure to the user. */
export function saveFile(file: Blob, name: string): void {
  downloadFile(file, name).catch((thrown: unknown) => report(toAppError(thrown)));
}
