import { sha256Hex } from "@/lib/providers/sha256";

/** The token with which Edge itself authenticates at its speech service. */
export const edgeClientToken = "6A5AA1D4EAFF4E9FB37E23D68491D6F4";

/** Seconds from 1601, the Windows epoch, to 1970. */
const windowsEpochSeconds = 11_644_473_600;
/** Validity of one `Sec-MS-GEC` value, in seconds, in windows that are counted from 1601. */
const windowSeconds = 300;

/** A message of the service: a chunk of audio, the end of the audio, or something else. */
export type EdgeFrame =
  | { readonly type: "audio"; readonly bytes: Uint8Array }
  | { readonly type: "end" }
  | { readonly type: "other" };

/**
 * Returns the start of the current five-minute window in Windows ticks of 100 ns. The result is a string because the
 * value exceeds the safe integers.
 *
 * @param now in milliseconds since the epoch
 */
export function edgeTicks(now: number): string {
  const seconds = Math.floor(now / 1000) + windowsEpochSeconds;
  return `${seconds - (seconds % windowSeconds)}0000000`;
}

/** Returns the value of `Sec-MS-GEC`, without which the service returns 403. https://github.com/rany2/edge-tts */
export function edgeSecMsGec(now: number, clientToken: string): string {
  return sha256Hex(edgeTicks(now) + clientToken).toUpperCase();
}

/**
 * Parses a message of the service. A text message is headers, a blank line and JSON. A binary message is the length of
 * its headers in two bytes, the headers and the audio. Never throws.
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

/** The Edge version that our requests claim. */
const edgeVersion = "1-143.0.3650.75";

/**
 * Returns the WebSocket URL of the service. The token in it is Edge's public one, not a secret.
 *
 * @param now in milliseconds since the epoch
 * @param connectionId 32 hexadecimal digits, unique for each connection
 */
export function edgeAddress(now: number, connectionId: string): string {
  const query = new URLSearchParams({
    TrustedClientToken: edgeClientToken,
    ConnectionId: connectionId,
    "Sec-MS-GEC": edgeSecMsGec(now, edgeClientToken),
    "Sec-MS-GEC-Version": edgeVersion,
  });
  return `wss://speech.platform.bing.com/consumer/speech/synthesize/readaloud/edge/v1?${query}`;
}

/** A text for Edge's service to read aloud. */
export interface EdgeRequest {
  /** At most 4096 bytes after escaping. */
  readonly text: string;
  /** The voice's name, such as `zh-CN-YunxiNeural`. */
  readonly voice: string;
  /** Speed as a factor; 1 is the default. */
  readonly speed: number;
  /** 32 hexadecimal digits. */
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the two messages that request speech: the audio format and the text. */
export function edgeMessages(request: EdgeRequest): readonly [string, string] {
  const time = new Date(request.now).toISOString();
  const audio = {
    metadataoptions: { sentenceBoundaryEnabled: "false", wordBoundaryEnabled: "false" },
    outputFormat: "audio-24khz-96kbitrate-mono-mp3",
  };
  const config = { context: { synthesis: { audio } } };
  return [
    [
      `X-Timestamp:${time}`,
      "Content-Type:application/json; charset=utf-8",
      "Path:speech.config",
      "",
      JSON.stringify(config),
    ].join("\r\n"),
    [
      `X-RequestId:${request.requestId}`,
      "Content-Type:application/ssml+xml",
      `X-Timestamp:${time}Z`,
      "Path:ssml",
      "",
      speechMarkup(request),
    ].join("\r\n"),
  ];
}

/** Returns the text as SSML. Markup characters are escaped; characters that XML forbids become spaces. */
function speechMarkup({ text, voice, speed }: EdgeRequest): string {
  const language = /^[a-z]{2,3}-[A-Z]{2}/.exec(voice)?.[0] ?? "en-US";
  const percent = Math.round((speed - 1) * 100);
  const rate = `${percent < 0 ? "" : "+"}${percent}%`;
  return [
    `<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='${language}'>`,
    `<voice name='${escaped(voice)}'><prosody pitch='+0Hz' rate='${rate}' volume='+0%'>`,
    escaped(text),
    "</prosody></voice></speak>",
  ].join("");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&apos;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, " ").replace(/[&<>'"]/g, (sign) => escapes[sign] ?? sign);
}
