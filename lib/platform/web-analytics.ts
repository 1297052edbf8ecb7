/** Returns the address of a visit as it is counted: without query and hash, and without the id of a shared page. */
export function countedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/(\/artifacts)\/.*/, "$1");
}

/** Whether visits may be counted: the browser sends neither Do Not Track nor Global Privacy Control. */
export function mayCount({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean {
  return doNotTrack !== "1" && globalPrivacyControl !== true;
}

/** The signals of a browser whose user does not want to be counted. */
interface PrivacySignals {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

/** Counts visits with Vercel's web analytics. The script comes from `/_vercel`, on the app's own origin. */
export async function countVisits(): Promise<void> {
  const { inject } = await import("@vercel/analytics");
  inject({ mode: "production", beforeSend: (event) => ({ ...event, url: countedUrl(event.url) }) });
}
