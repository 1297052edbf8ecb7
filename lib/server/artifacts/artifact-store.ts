/** Keeps shared pages for a time. */
export interface ArtifactStore {
  /** The largest page that it takes, in bytes. */
  readonly maxBytes: number;
  /** Keeps a page under an identifier that nothing is kept under; without seconds, for good. Throws where it cannot. */
  put(id: string, page: string, seconds: number | undefined): Promise<void>;
  /** Returns a page; nothing where there is none, or its time is over. Throws where it cannot be asked. */
  get(id: string): Promise<string | undefined>;
}

/** What the identifiers of shared pages look like: those that we make, and those of the same shape from before. */
const idPattern = /^[0-9a-f]{32}$/;

/** Makes an identifier that nobody can guess. */
export function newArtifactId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Whether a text can be an identifier of ours; nothing else ever reaches a store. */
export function isArtifactId(text: string): boolean {
  return idPattern.test(text);
}
