/** The shell's commands for requests. */
export interface ShellRequests {
  /** Sends a request; rejects with a `ShellFailure`. */
  send(request: Uint8Array): Promise<ResponseHead>;
  /** Waits for the next bytes of a response; no bytes mean its end. Rejects with a `ShellFailure`. */
  read(id: number): Promise<ArrayBuffer>;
  /** Stops a request, or gives up its response. */
  cancel(id: number): Promise<unknown>;
}

interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The reason of a failed request. */
interface ShellFailure {
  readonly kind: string;
  readonly reason: string;
}

/** Status of a response for a request that failed on its way, as other desktop clients report it. */
const failedStatus = 599;

/** Statuses of responses without a body, which the platform refuses to construct with one. */
const emptyStatuses = [204, 205, 304];

let last = 0;

/**
 * Creates the `fetch` of the shell. The next bytes are requested only when they are read, so a reply that nobody reads
 * stops at its server.
 */
export function createShellFetch(shell: ShellRequests) {
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init;
    signal?.throwIfAborted();
    last += 1;
    const id = last;
    const framed = await framedRequest(id, url, init);
    signal?.throwIfAborted();
    const stop = () => void shell.cancel(id);
    signal?.addEventListener("abort", stop, { once: true });
    const end = () => signal?.removeEventListener("abort", stop);
    try {
      const head = await shell.send(framed);
      const isEmpty = emptyStatuses.includes(head.status) || init.method === "HEAD";
      if (isEmpty) {
        end();
        stop();
      }
      return responseOf(head, isEmpty ? null : bodyOf(shell, id, { signal, end }));
    } catch (thrown) {
      end();
      signal?.throwIfAborted();
      return failedResponse(failureOf(thrown));
    }
  };
}

/** Returns a request as bytes: the length of its description, the description, the body. */
async function framedRequest(id: number, url: string, init: RequestInit): Promise<Uint8Array> {
  const { signal: _, ...rest } = init;
  // Converts forms, blobs and texts to bytes, with the header that names their type.
  const request = new Request(url, rest);
  const headers = Object.fromEntries(request.headers);
  const { method, redirect } = request;
  const description = new TextEncoder().encode(
    JSON.stringify({ id, method, url: withoutFragment(request.url), headers, redirect }),
  );
  const body = new Uint8Array(await request.arrayBuffer());
  const framed = new Uint8Array(4 + description.length + body.length);
  new DataView(framed.buffer).setUint32(0, description.length, true);
  framed.set(description, 4);
  framed.set(body, 4 + description.length);
  return framed;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, "");
}

interface BodyOptions {
  readonly signal: AbortSignal | null | undefined;
  /** Called once the body has ended. */
  readonly end: () => void;
}

function bodyOf(shell: ShellRequests, id: number, { signal, end }: BodyOptions): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const bytes = new Uint8Array(await shell.read(id));
        if (bytes.length > 0) return controller.enqueue(bytes);
        end();
        controller.close();
      } catch (thrown) {
        end();
        controller.error(signal?.aborted ? signal.reason : new TypeError(failureOf(thrown).reason));
      }
    },
    async cancel() {
      end();
      await shell.cancel(id);
    },
  });
}

function responseOf({ status, statusText, headers }: ResponseHead, body: BodyInit | null): Response {
  const isValid = status >= 200 && status <= 599;
  return new Response(body, {
    status: isValid ? status : failedStatus,
    statusText,
    headers: headers.map((each) => [...each]),
  });
}

function failedResponse({ kind, reason }: ShellFailure): Response {
  return Response.json({ error: { message: reason, type: kind } }, { status: failedStatus });
}

function failureOf(thrown: unknown): ShellFailure {
  const { kind, reason } = Object(thrown) as Partial<ShellFailure>;
  if (typeof kind === "string" && typeof reason === "string") return { kind, reason };
  return { kind: "network", reason: thrown instanceof Error ? thrown.message : String(thrown) };
}
