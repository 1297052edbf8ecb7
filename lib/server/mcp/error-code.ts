/** Returns the code of a system error, such as `ENOENT`; undefined for other errors. */
export function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
