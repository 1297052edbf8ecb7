/** Identification of versions: by tag name, or by commit date. */
export type VersionKind = "tag" | "date";

/** Returns the running version: its tag, or the date of its commit; `unknown` if the build does not know it. */
export function presentVersion(
  kind: VersionKind,
  { version, commitDate }: { readonly version: string; readonly commitDate: string },
): string {
  return kind === "tag" ? version : (dayOf(Number(commitDate)) ?? "unknown");
}

/** Returns the UTC date of a time as `YYYYMMDD`; undefined for an invalid time. */
export function dayOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10).replaceAll("-", "");
}
