import type { ShellFolder } from "@/lib/platform/desktop-port";

/** A chosen folder of the browser or of the desktop shell. TypeScript's DOM types lack the permission methods. */
export type FolderHandle = FileSystemDirectoryHandle & {
  queryPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
  /** The form in which a folder of the shell is stored. Handles of the browser are stored themselves. */
  readonly stored?: ShellFolder;
};
