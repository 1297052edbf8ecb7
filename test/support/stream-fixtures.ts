import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.cwd(), "test/fixtures/streams");

/** A recorded body and what must come out of it, as described in the README beside the recordings. */
export interface StreamFixture {
  /** Folder and name, such as `openai/text.sse`. */
  readonly path: string;
  readonly provider: string;
  readonly kind: string;
  /** Which decoder reads it, such as `openai-chat`. */
  readonly codec: string;
  readonly http: { readonly status: number; readonly contentType: string };
  readonly transport: "sse" | "json" | "ndjson" | "frames";
  /** Ways in which the network may cut the body: lists of byte offsets. */
  readonly splits?: readonly (readonly number[])[];
  readonly outcome: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Reads all recordings. */
export function readFixtures(): StreamFixture[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".expected.json"))
    .sort()
    .map((name) => {
      const expected = JSON.parse(readFileSync(join(folder, name), "utf8"));
      const path = `${expected.provider}/${expected.fixture}`;
      return { ...expected, path, body: new Uint8Array(readFileSync(join(folder, path))) };
    });
}

/** A recorded response to one call of a balance query. */
interface BalanceAnswer {
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/** Reads the calls of a recorded balance query, in their order. */
export function readBalanceAnswers(bytes: Uint8Array): BalanceAnswer[] {
  const answers: { path: string; status: number; body: unknown }[] = JSON.parse(new TextDecoder().decode(bytes));
  return answers.map(({ body, ...answer }) => ({ ...answer, body: JSON.stringify(body) }));
}

/** Cuts bytes at the given offsets. */
export function cutAt(bytes: Uint8Array<ArrayBuffer>, offsets: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const inside = offsets.filter((offset) => offset > 0 && offset < bytes.length);
  const starts = [0, ...inside];
  return starts.map((start, position) => bytes.subarray(start, starts[position + 1]));
}

/** Cuts bytes into single ones. */
export function cutIntoBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  return cutAt(bytes, [...bytes.keys()]);
}

/** Makes a body that arrives in the given pieces. */
export function streamOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[sent++];
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}
