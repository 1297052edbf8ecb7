declare global {
  interface Window {
    /** The response with the page's brand. */
    brandFile?: Promise<Response> | undefined;
  }
}

/**
 * Requests this site's brand, `config.json`, with a timeout of five seconds. Runs from the server's HTML, so that it is
 * loaded in parallel with the app's code. A `preload` would be requested twice if the service worker takes over in
 * between.
 *
 * It is converted to text, so it must not use anything from outside itself.
 */
export function askForBrand(base: string): Promise<Response> {
  const answer = fetch(`${base}/config.json`, { signal: AbortSignal.timeout(5000) });
  // The reader handles the failure; this only prevents an unhandled rejection.
  answer.catch(() => undefined);
  window.brandFile = answer;
  return answer;
}
