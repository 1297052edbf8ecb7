/** The media type and base64 data of a data URL. */
export interface InlineData {
  readonly mime: string;
  readonly base64: string;
}

/** Parses a data URL. Returns undefined for other URLs and for data that is not base64. */
export function readDataUrl(url: string): InlineData | undefined {
  const comma = url.indexOf(",");
  const head = /^data:([\w.+-]+\/[\w.+-]+)(;[^,]*)?;base64$/i.exec(url.slice(0, Math.max(0, comma)));
  return head?.[1] ? { mime: head[1].toLowerCase(), base64: url.slice(comma + 1) } : undefined;
}

/** Whether a URL is an http(s) URL, which a provider can fetch. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
