/** A kind of media that a message can embed. */
export type MediaKind = "image" | "audio" | "video";

const audio = /\.(?:aac|mp3|opus|wav)$/i;
const video = /\.(?:3gp|3g2|webm|ogv|mpeg|mp4|avi)$/i;

/** Returns the kind of media that a link leads to, by its file extension; undefined for other links. */
export function mediaKind(address: string): MediaKind | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  if (audio.test(pathname)) return "audio";
  return video.test(pathname) ? "video" : undefined;
}

/** An HTML tag by which a provider embeds audio or video. */
const tag = /^<(audio|video)\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(?:[^<]*<\/\1\s*>)?\s*$/i;

/** Parses an audio or video tag into its kind and address; null for any other HTML. */
export function mediaTag(html: string): { kind: "audio" | "video"; src: string } | null {
  const [, name = "", quoted, single] = tag.exec(html) ?? [];
  const src = quoted ?? single;
  if (src === undefined) return null;
  return { kind: name.toLowerCase() === "audio" ? "audio" : "video", src };
}
