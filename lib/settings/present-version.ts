/** How versions are told apart: by the names of tags, or by the days of commits. */
export type VersionKind = "tag" | "date";

/** Returns the version that runs here: its tag, or the day of its commit; `unknown` where the build does not know. */
export function presentVersion(
  kind: VersionKind,
  { version, commitDate }: { readonly version: string; readonly commitDate: string },
): string {
  return kind === "tag" ? version : (dayOf(Number(commitDate)) ?? "unknown");
}

/** Returns the day of a time in UTC as `YYYYMMDD`; nothing for a time that is none. */
export function dayOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10).replaceAll("-", "");
}
