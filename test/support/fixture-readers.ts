import { emptyReply, foldReply, outcomeOf } from "@/lib/chat/reply";
import { readToken } from "@/lib/providers/codecs/baidu-token";
import { edgeSecMsGec, edgeTicks, readEdgeFrame } from "@/lib/providers/codecs/edge-tts";
import { readOnDeviceReply } from "@/lib/providers/codecs/on-device-reply";
import { stabilityImages } from "@/lib/providers/codecs/stability-images";
import { tencentSignature } from "@/lib/providers/codecs/tencent-signature";
import type { StreamFixture } from "./stream-fixtures";

/** Reads a recording that is no chat reply; returns what came out in the form of its recorded outcome. */
type FixtureReader = (fixture: StreamFixture) => unknown;

/** The readers of recordings that are neither chat replies nor lists of models, by the recording's codec. */
export const fixtureReaders: Readonly<Record<string, FixtureReader>> = {
  "baidu-token": (fixture) => readToken(textOf(fixture)),
  "chrome-prompt": readOnDevice,
  "edge-tts": readEdgeSession,
  "edge-tts-gec": readEdgeTokens,
  stability: readStabilityImage,
  "tencent-tc3": readTencentSignatures,
};

async function readOnDevice(fixture: StreamFixture): Promise<unknown> {
  const { chunks, throws }: { chunks: readonly string[]; throws?: { name: string; message: string } } = parsed(fixture);
  async function* pieces() {
    yield* chunks;
    if (throws) throw new DOMException(throws.message, throws.name);
  }
  let reply = emptyReply;
  for await (const event of readOnDeviceReply(pieces())) reply = foldReply(reply, event);
  return { text: reply.text, finish: outcomeOf(reply).finish, error: reply.error };
}

function readEdgeSession(fixture: StreamFixture): unknown {
  const { frames }: { frames: readonly { type: string; data?: string; base64?: string }[] } = parsed(fixture);
  const read = frames.map(({ data, base64 = "" }) => readEdgeFrame(data ?? Buffer.from(base64, "base64")));
  const audio = Buffer.concat(read.flatMap((frame) => (frame.type === "audio" ? [frame.bytes] : [])));
  return { audioBase64: audio.toString("base64"), ended: read.at(-1)?.type === "end" };
}

function readEdgeTokens(fixture: StreamFixture): unknown {
  const { cases, trustedClientToken }: { cases: readonly { unixSeconds: number }[]; trustedClientToken: string } =
    parsed(fixture);
  return {
    cases: cases.map(({ unixSeconds }) => ({
      ticks: Number(edgeTicks(unixSeconds * 1000)),
      token: edgeSecMsGec(unixSeconds * 1000, trustedClientToken),
    })),
  };
}

function readStabilityImage(fixture: StreamFixture): unknown {
  const events = stabilityImages("core").parseResponse({ status: fixture.http.status, body: textOf(fixture) });
  const reply = events.reduce(foldReply, emptyReply);
  const { images, rawFinish } = reply;
  const error = reply.error && { kind: reply.error.kind, code: reply.error.code, message: reply.error.message };
  const seed = events.find((event) => event.type === "image")?.seed ?? null;
  return { images, seed, finish: outcomeOf(reply).finish, rawFinish, error };
}

interface TencentCase {
  readonly secretId: string;
  readonly secretKey: string;
  readonly timestamp: number;
  readonly host: string;
  readonly body: string;
}

function readTencentSignatures(fixture: StreamFixture): unknown {
  const { cases }: { cases: readonly TencentCase[] } = parsed(fixture);
  return { cases: cases.map(readTencentCase) };
}

function readTencentCase({ secretId, secretKey, ...content }: TencentCase): Record<string, string> {
  const steps = tencentSignature({ secretId, secretKey }, content);
  return {
    date: steps.date,
    hashed_payload: steps.hashedBody,
    canonical: steps.canonicalRequest,
    hashed_canonical: steps.hashedRequest,
    sts: steps.stringToSign,
    kDate: steps.dateKey,
    kService: steps.serviceKey,
    kSigning: steps.signingKey,
    signature: steps.signature,
    authorization: steps.authorization,
  };
}

function parsed<T>(fixture: StreamFixture): T {
  return JSON.parse(textOf(fixture));
}

function textOf({ body }: StreamFixture): string {
  return new TextDecoder().decode(body);
}
