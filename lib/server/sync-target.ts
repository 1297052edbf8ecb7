/** The target of a call to a store. */
export interface SyncTarget {
  readonly url: URL;
  readonly method: string;
  /** Whether the operator allowed this URL, at any address. */
  readonly isOpened: boolean;
}

/** The folder of the shared file and of the objects of the encrypted sync; no other path is forwarded. */
export const syncFolder = "chatgpt-next-web";

const file = `${syncFolder}/backup.json`;
const objectPath = /^chatgpt-next-web\/parley-[0-9a-f]{32}$/;

/** Returns the methods that are forwarded for the file or an object; empty for any other path. */
export function methodsOf(path: string): readonly string[] {
  if (objectPath.test(path)) return ["GET", "PUT", "DELETE"];
  return path === file ? ["GET", "PUT"] : [];
}
