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
 * Returns the beginning of the present five minutes in ticks of Windows, a tenth of a microsecond each; as text, since
 * there are more of them than a number holds exactly.
 *
 * @param now in milliseconds since the epoch
 */
export function edgeTicks(now: number): string {
  const seconds = Math.floor(now / 1000) + windowsEpochSeconds;
  return `${seconds - (seconds % windowSeconds)}0000000`;
}

/** Returns the value of `Sec-MS-GEC`, without which the service answers 403. https://github.com/rany2/edge-tts */
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

/** The version of Edge in whose name the service is asked. */
const edgeVersion = "1-143.0.3650.75";

/**
 * Returns the address at which the service is asked. What it carries is Edge's own and nobody's secret.
 *
 * @param now in milliseconds since the epoch
 * @param connectionId 32 hexadecimal digits, other ones for each connection
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

/** What is to be read aloud by Edge's service. */
export interface EdgeRequest {
  /** At most 4096 bytes with its escaped signs. */
  readonly text: string;
  /** Such as `zh-CN-YunxiNeural`. */
  readonly voice: string;
  /** 1 is the usual speed. */
  readonly speed: number;
  /** 32 hexadecimal digits. */
  readonly requestId: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the two messages with which the service is asked: the form of the sound, and the text. */
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

/** Writes the text as SSML. What would be a mark in it is escaped, and what XML may not hold is left out. */
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
