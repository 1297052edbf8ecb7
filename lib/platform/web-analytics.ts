/** Returns the address of a visit as it is counted: without query and hash, and without the id of a shared page. */
export function countedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/(\/artifacts)\/.*/, "$1");
}

/** Counts visits with Vercel's web analytics. The script comes from `/_vercel`, on the app's own origin. */
export async function countVisits(): Promise<void> {
  const { inject } = await import("@vercel/analytics");
  inject({ mode: "production", beforeSend: (event) => ({ ...event, url: countedUrl(event.url) }) });
}
