/** The type and the base64 text of a data URL. */
export interface InlineData {
  readonly mime: string;
  readonly base64: string;
}

/** Takes a data URL apart; returns nothing for every other address, and for data that is not base64. */
export function readDataUrl(url: string): InlineData | undefined {
  const comma = url.indexOf(",");
  const head = /^data:([\w.+-]+\/[\w.+-]+)(;[^,]*)?;base64$/i.exec(url.slice(0, Math.max(0, comma)));
  return head?.[1] ? { mime: head[1].toLowerCase(), base64: url.slice(comma + 1) } : undefined;
}

/** Whether an address is one on the web, which a provider can fetch by itself. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
