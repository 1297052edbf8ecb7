import { readWholeResponse } from "@/lib/engine/read-answer";
import { type Sending, sendCall } from "@/lib/engine/send-call";
import type { Environment } from "@/lib/environment";
import { AppError, accessCodeError } from "@/lib/errors";
import { type EdgeRequest, edgeAddress, edgeMessages, readEdgeFrame } from "@/lib/providers/codecs/edge-tts";
import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import type { HttpCall } from "@/lib/providers/provider";

/** Timeout before the first and between further chunks of audio, in milliseconds. */
const speechTimeoutMs = 60_000;

/** Maximum size of the audio, in bytes: more than an hour of speech. */
const maxSoundBytes = 64_000_000;

/** Maximum length of an error's body, in characters. */
const maxErrorChars = 100_000;

/** Audio in a file format; `isCut` if the service broke off. */
export interface Sound {
  readonly bytes: ArrayBuffer;
  readonly isCut: boolean;
}

interface SoundReading extends Pick<Sending, "signal"> {
  readonly env: Pick<Environment, "fetch" | "now" | "delay">;
}

/**
 * Sends a call that returns audio. If the connection breaks, the audio so far is returned. Throws AppError without
 * audio: `timeout`, `network`, `empty`, or the kind of the service's error.
 */
export async function askSound(
  call: HttpCall,
  { connection, env, signal }: SoundReading & Pick<Sending, "connection">,
): Promise<Sound> {
  return collect({ env, signal }, async (given) => {
    const response = await sendCall(call, { connection, env, signal: given.signal });
    if (!response.ok) {
      const { kind, code, message } = errorOfResponse(await readWholeResponse(response, given.signal, maxErrorChars));
      throw new AppError(accessCodeError(code) ?? kind, { message });
    }
    const reader = response.body?.getReader();
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) given.add(step.value);
  });
}

/** Requests speech from Edge's service, over a separate connection; otherwise like `askSound`. */
export async function askEdge(
  request: Omit<EdgeRequest, "requestId" | "now">,
  { env, signal }: SoundReading,
): Promise<Sound> {
  return collect({ env, signal }, (given) => {
    const now = env.now();
    const socket = new WebSocket(edgeAddress(now, hexId()));
    socket.binaryType = "arraybuffer";
    given.signal.addEventListener("abort", () => socket.close());
    return new Promise((resolve, reject) => {
      socket.onopen = () => {
        for (const message of edgeMessages({ ...request, requestId: hexId(), now })) socket.send(message);
      };
      socket.onmessage = ({ data }) => {
        const frame = readEdgeFrame(typeof data === "string" ? data : new Uint8Array(data));
        if (frame.type === "audio") given.add(frame.bytes);
        if (frame.type !== "end") return;
        resolve();
        socket.close();
      };
      socket.onclose = () => reject(new AppError("network"));
    });
  });
}

interface Collecting {
  readonly signal: AbortSignal;
  add(bytes: Uint8Array): void;
}

/** Collects the chunks from `read` until it ends, fails, or is idle for too long. */
async function collect({ env, signal }: SoundReading, read: (given: Collecting) => Promise<void>): Promise<Sound> {
  const late = new AbortController();
  const watch = new AbortController();
  let touchedAt = env.now();
  async function watchOver() {
    for (let left = speechTimeoutMs; left > 0; left = touchedAt + speechTimeoutMs - env.now()) {
      await env.delay(left, watch.signal);
      if (watch.signal.aborted) return;
    }
    late.abort();
  }
  void watchOver();
  const parts: Uint8Array[] = [];
  let size = 0;
  function add(bytes: Uint8Array) {
    touchedAt = env.now();
    size += bytes.length;
    if (size > maxSoundBytes) throw new AppError("too-large");
    if (bytes.length > 0) parts.push(bytes);
  }
  let isCut = false;
  try {
    await read({ signal: AbortSignal.any([signal, late.signal]), add });
  } catch (thrown) {
    if (signal.aborted || parts.length === 0) throw late.signal.aborted ? timedOut() : asNetworkError(thrown);
    isCut = true;
  } finally {
    watch.abort();
  }
  if (parts.length === 0) throw new AppError("empty");
  return { bytes: joined(parts, size), isCut };
}

function joined(parts: readonly Uint8Array[], size: number): ArrayBuffer {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}

function timedOut(): AppError {
  return new AppError("timeout", { seconds: speechTimeoutMs / 1000 });
}

function asNetworkError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError("network", {}, { cause: thrown });
}

/** Returns 32 unique hexadecimal digits. */
function hexId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
