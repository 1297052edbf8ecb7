/** Returns the part of an error that names a problem of sync. */
export const problem = (name: string) => ({ code: "sync-failed", details: { problem: name } });
