declare global {
  interface Window {
    /** The answer to the page's question for its brand. */
    brandFile?: Promise<Response> | undefined;
  }
}

/**
 * Asks for this site's brand, `config.json`, for five seconds at most: from the server's HTML, so that it comes beside the
 * app's code. A `preload` would be asked for twice where the worker takes over in between.
 *
 * It is turned into text, so it may use nothing from outside itself.
 */
export function askForBrand(base: string): Promise<Response> {
  const answer = fetch(`${base}/config.json`, { signal: AbortSignal.timeout(5000) });
  // Whoever reads it hears of a failure.
  answer.catch(() => undefined);
  window.brandFile = answer;
  return answer;
}
