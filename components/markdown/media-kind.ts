import type { MediaKind } from "./remote-media";

const audio = /\.(?:aac|mp3|opus|wav)$/i;
const video = /\.(?:3gp|3g2|webm|ogv|mpeg|mp4|avi)$/i;

/** Returns what a link leads to when that is a sound or a film by its name; undefined for all other links. */
export function mediaKind(address: string): MediaKind | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  if (audio.test(pathname)) return "audio";
  return video.test(pathname) ? "video" : undefined;
}

/** A tag with which a provider hands over a sound or a film. */
const tag = /^<(audio|video)\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(?:[^<]*<\/\1\s*>)?\s*$/i;

/** Reads a tag of sound or film: its kind and its address; null for all other HTML. */
export function mediaTag(html: string): { kind: "audio" | "video"; src: string } | null {
  const [, name = "", quoted, single] = tag.exec(html) ?? [];
  const src = quoted ?? single;
  if (src === undefined) return null;
  return { kind: name.toLowerCase() === "audio" ? "audio" : "video", src };
}
