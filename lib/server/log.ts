import type { Refusal } from "@/lib/server/error-response";

/** The format of the operator's log: plain lines, or one JSON object per line. */
export type LogFormat = "text" | "json";

type LogLevel = "info" | "warn" | "error";

/** A handled call. No field contains a text that a caller chose. */
export interface LoggedCall {
  readonly requestId: string;
  /** The API route; `relay` for all providers. */
  readonly route: string;
  /** Id of the provider that was called. */
  readonly provider?: string;
  readonly status: number;
  /** Time until the response began, in milliseconds. */
  readonly durationMs: number;
  readonly refusal?: Refusal;
}

/** The operator's log. */
export interface Log {
  write(level: LogLevel, message: string): void;
  /** Logs a handled call; absent in plain text. */
  readonly call?: (call: LoggedCall) => void;
}

/**
 * Creates the log. JSON objects begin with their time, by which the standalone server recognizes lines that are JSON
 * already (scripts/request-guard.mjs).
 *
 * @param now time in milliseconds since 1970
 */
export function createLog(format: LogFormat, now: () => number, output: Pick<Console, LogLevel> = console): Log {
  if (format === "text") return { write: (level, message) => output[level](message) };
  const write = (level: LogLevel, message: string, call?: LoggedCall) =>
    output[level](JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...call }));
  return { write, call: (call) => write(call.status >= 500 ? "error" : "info", "call", call) };
}

/** Reads LOG_FORMAT. */
export function readLogFormat(written: string, problems: string[]): LogFormat {
  if (written === "json") return "json";
  if (written !== "" && written !== "text")
    problems.push("LOG_FORMAT is neither text nor json: the log is plain text.");
  return "text";
}
