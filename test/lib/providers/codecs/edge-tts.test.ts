import fc from "fast-check";
import {
  edgeAddress,
  edgeClientToken,
  edgeMessages,
  edgeSecMsGec,
  edgeTicks,
  readEdgeFrame,
} from "@/lib/providers/codecs/edge-tts";

test("ticks are whole five minutes since 1601, in decimal digits", () => {
  expect(edgeTicks(0)).toBe("116444736000000000");
  expect(edgeTicks(1795132800_000)).toBe("134396064000000000");
  expect(edgeTicks(1795133099_999)).toBe("134396064000000000");
  expect(edgeTicks(1795133100_000)).toBe("134396067000000000");
});

test("the token for the service equals Edge's", () => {
  expect(edgeSecMsGec(1795132800_000, edgeClientToken)).toBe(
    "A028924D437796715CC1800840AC6C14BC01CBE4EA3BDFFA69C6673B65325145",
  );
});

function binary(headers: string, sound: readonly number[], length = headers.length): Uint8Array {
  return Uint8Array.of(length >> 8, length & 255, ...new TextEncoder().encode(headers), ...sound);
}

test.each([
  ["X-RequestId:1\r\nContent-Type:audio/mpeg\r\nPath:audio\r\n", [1, 2, 3]],
  ["path: audio \r\nX-StreamId:S\r\n", [1, 2, 3]],
  [`Path:audio\r\nX-Filler:${"x".repeat(300)}\r\n`, [1, 2, 3]],
  ["Path:audio\r\n", []],
])("bytes with the headers %j contain audio", (headers, sound) => {
  expect(readEdgeFrame(binary(headers, sound))).toEqual({ type: "audio", bytes: Uint8Array.from(sound) });
});

test.each([
  ["with another path", binary("Path:audio.metadata\r\n", [1])],
  ["whose headers are truncated", binary("Path:audio\r\n", [1], 500)],
  ["of length one", Uint8Array.of(0)],
  ["of length zero", new Uint8Array()],
])("bytes %s are ignored", (_name, bytes) => {
  expect(readEdgeFrame(bytes)).toEqual({ type: "other" });
});

test.each([
  ["X-RequestId:1\r\nPath:turn.end\r\n\r\n{}", "end"],
  ["X-RequestId:1\r\nPath:turn.start\r\n\r\n{}", "other"],
  ["X-RequestId:1\r\nPath:response\r\n\r\nPath:turn.end\r\n", "other"],
  ["", "other"],
])("the text %j is of type %s", (text, type) => {
  expect(readEdgeFrame(text)).toEqual({ type });
});

test("parsing never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.uint8Array()), (frame) => {
      readEdgeFrame(frame);
    }),
  );
});

test("the address has the same parameters as Edge's", () => {
  const url = new URL(edgeAddress(1795132800_000, "0".repeat(32)));
  expect(url.origin + url.pathname).toBe("wss://speech.platform.bing.com/consumer/speech/synthesize/readaloud/edge/v1");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    TrustedClientToken: edgeClientToken,
    ConnectionId: "0".repeat(32),
    "Sec-MS-GEC": "A028924D437796715CC1800840AC6C14BC01CBE4EA3BDFFA69C6673B65325145",
    "Sec-MS-GEC-Version": "1-143.0.3650.75",
  });
});

const request = { voice: "en-US-AriaNeural", requestId: "1".repeat(32), now: 0, text: "a < b & \u0000'c'", speed: 1.5 };

test("sends the audio format, then the text as escaped SSML", () => {
  const [config, speech] = edgeMessages(request);
  expect(config.split("\r\n\r\n")).toEqual([
    "X-Timestamp:1970-01-01T00:00:00.000Z\r\nContent-Type:application/json; charset=utf-8\r\nPath:speech.config",
    '{"context":{"synthesis":{"audio":{"metadataoptions":{"sentenceBoundaryEnabled":"false","wordBoundaryEnabled":"false"},"outputFormat":"audio-24khz-96kbitrate-mono-mp3"}}}}',
  ]);
  expect(speech.split("\r\n\r\n")).toEqual([
    `X-RequestId:${"1".repeat(32)}\r\nContent-Type:application/ssml+xml\r\nX-Timestamp:1970-01-01T00:00:00.000ZZ\r\nPath:ssml`,
    "<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='en-US'><voice name='en-US-AriaNeural'><prosody pitch='+0Hz' rate='+50%' volume='+0%'>a &lt; b &amp;  &apos;c&apos;</prosody></voice></speak>",
  ]);
});

test.each([
  [1, "+0%"],
  [0.75, "-25%"],
  [4, "+300%"],
])("the speed %p is the rate %p", (speed, rate) => {
  expect(edgeMessages({ ...request, speed })[1]).toContain(`rate='${rate}'`);
});
