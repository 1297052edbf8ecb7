import { sha256Hex } from "@/lib/providers/sha256";

/** How Edge itself signs in at its speech service. */
export const edgeClientToken = "6A5AA1D4EAFF4E9FB37E23D68491D6F4";

/** From 1601, where Windows begins to count, to 1970, in seconds. */
const windowsEpochSeconds = 11_644_473_600;
/** A value serves for these many seconds, counted from 1601. */
const windowSeconds = 300;

/** A message of the service: a piece of sound, the end of the sound, or what tells of neither. */
export type EdgeFrame =
  | { readonly type: "audio"; readonly bytes: Uint8Array }
  | { readonly type: "end" }
  | { readonly type: "other" };

/**
 * Answers the beginning of the present five minutes in ticks of Windows, a tenth of a microsecond each; as text, since
 * there are more of them than a number holds exactly.
 *
 * @param now in milliseconds since the epoch
 */
export function edgeTicks(now: number): string {
  const seconds = Math.floor(now / 1000) + windowsEpochSeconds;
  return `${seconds - (seconds % windowSeconds)}0000000`;
}

/** Answers the value of `Sec-MS-GEC`, without which the service answers 403. https://github.com/rany2/edge-tts */
export function edgeSecMsGec(now: number, clientToken: string): string {
  return sha256Hex(edgeTicks(now) + clientToken).toUpperCase();
}

/**
 * Reads a message of the service. Text is headers, a blank line and JSON; bytes are the length of their headers in two
 * bytes, the headers and the sound. Never throws.
 */
export function readEdgeFrame(frame: string | Uint8Array): EdgeFrame {
  if (typeof frame === "string") {
    const [headers = ""] = frame.split("\r\n\r\n");
    return pathOf(headers) === "turn.end" ? { type: "end" } : { type: "other" };
  }
  const [high = 0, low = 0] = frame;
  const start = 2 + high * 256 + low;
  const isAudio = start <= frame.length && pathOf(new TextDecoder().decode(frame.subarray(2, start))) === "audio";
  return isAudio ? { type: "audio", bytes: frame.subarray(start) } : { type: "other" };
}

function pathOf(headers: string): string | undefined {
  return /^Path:(.*)$/im.exec(headers)?.[1]?.trim();
}
