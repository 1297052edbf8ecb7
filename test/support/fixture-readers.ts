import { emptyReply, foldReply, outcomeOf } from "@/lib/chat/reply";
import { readToken } from "@/lib/providers/baidu-token";
import { stabilityImages } from "@/lib/providers/stability-images";
import { tencentSignature } from "@/lib/providers/tencent-signature";
import type { StreamFixture } from "./stream-fixtures";

/** Reads a recording that is no chat reply; answers what came out in the form of its recorded outcome. */
type FixtureReader = (fixture: StreamFixture) => unknown;

/** The readers of recordings that are neither chat replies nor lists of models, by the recording's codec. */
export const fixtureReaders: Readonly<Record<string, FixtureReader>> = {
  "baidu-token": (fixture) => readToken(textOf(fixture)),
  stability: readStabilityImage,
  "tencent-tc3": (fixture) => ({ cases: casesOf<TencentCase>(fixture).map(readTencentCase) }),
};

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

function casesOf<T>(fixture: StreamFixture): readonly T[] {
  return JSON.parse(textOf(fixture)).cases;
}

function textOf({ body }: StreamFixture): string {
  return new TextDecoder().decode(body);
}
