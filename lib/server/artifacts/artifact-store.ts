/** Storage of shared pages with an optional expiry. */
export interface ArtifactStore {
  /** Maximum size of a page, in bytes. */
  readonly maxBytes: number;
  /** Stores a page under a new identifier. Without `seconds` it never expires. Throws if it cannot be stored. */
  put(id: string, page: string, seconds: number | undefined): Promise<void>;
  /** Returns a page; undefined if it does not exist or has expired. Throws if the storage fails. */
  get(id: string): Promise<string | undefined>;
  /** Deletes a page if it exists. Throws if the storage fails. */
  remove(id: string): Promise<void>;
}

/** Format of the identifiers, also of those that earlier versions created. */
const idPattern = /^[0-9a-f]{32}$/;

/** Creates an unguessable identifier. */
export function newArtifactId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Whether a text has the format of an identifier; no other text reaches a store. */
export function isArtifactId(text: string): boolean {
  return idPattern.test(text);
}
