/** The timeouts of a request, in milliseconds. */
export interface CallTimeouts {
  /** Maximum idle time; each progress message restarts it. */
  readonly silenceMs: number;
  /** Maximum duration, without the time in which the user was asked. */
  readonly totalMs: number;
}

/** The running timeouts of a request; call `stop` when it ends. */
export interface CallTimer {
  /**
   * Aborted by the caller's signal, or when a timeout expires; not after the end of the request, because the library would
   * still notify the server of a cancellation.
   */
  readonly signal: AbortSignal;
  hasExpired(): boolean;
  /** Restarts the idle time. */
  touch(): void;
  /** Stops both timeouts while `work` runs, because the request waits for the user. */
  during<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Starts the timeouts of a request. */
export function startCallTimer({ silenceMs, totalMs }: CallTimeouts, given?: AbortSignal): CallTimer {
  const controller = new AbortController();
  let isExpired = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let total: ReturnType<typeof setTimeout> | undefined;
  let leftMs = totalMs;
  let startedAt = 0;
  let waiting = 0;
  let isStopped = false;

  const stop = () => controller.abort(given?.reason);

  function expire(): void {
    isExpired = true;
    controller.abort();
  }

  function touch(): void {
    clearTimeout(silence);
    if (waiting === 0 && !isStopped) silence = setTimeout(expire, silenceMs);
  }

  function run(): void {
    if (isStopped) return;
    startedAt = performance.now();
    total = setTimeout(expire, leftMs);
    touch();
  }

  function hold(): void {
    clearTimeout(silence);
    clearTimeout(total);
    leftMs -= performance.now() - startedAt;
  }

  given?.addEventListener("abort", stop);
  if (given?.aborted) stop();
  run();
  return {
    signal: controller.signal,
    hasExpired: () => isExpired,
    touch,
    async during(work) {
      waiting += 1;
      if (waiting === 1) hold();
      try {
        return await work();
      } finally {
        waiting -= 1;
        if (waiting === 0) run();
      }
    },
    stop() {
      isStopped = true;
      given?.removeEventListener("abort", stop);
      clearTimeout(silence);
      clearTimeout(total);
    },
  };
}
