import type { Refusal } from "@/lib/server/error-response";
import { createHistogram } from "@/lib/server/histogram";
import { createUsageMetrics, type UsageMetrics } from "@/lib/server/usage/usage-metrics";

/** Counts of this process, for monitoring. */
export interface Metrics extends UsageMetrics {
  /** Counts a handled API call. */
  countCall(path: string, status: number, refusal: Refusal | undefined): void;
  /** Counts a relayed reply that begins, and returns the functions for its first byte and its end. */
  beginReply(): { firstByte(): void; end(): void };
  /** Returns all counts in the text format of Prometheus. */
  text(): string;
}

/** Routes with counts of their own; all others are providers. */
const ownRoutes: ReadonlySet<string> = new Set([
  "access",
  "admin",
  "artifacts",
  "config",
  "demo",
  "health",
  "mcp",
  "metrics",
  "proxy",
  "ready",
  "replies",
  "s3",
  "search",
  "share",
  "upstash",
  "webdav",
]);

/** Returns the route of a path, from the fixed list of routes; `relay` for all providers. */
export function routeName(path: string): string {
  const name = /\/api\/([^/?]+)/.exec(path)?.[1] ?? "";
  return ownRoutes.has(name) ? name : "relay";
}

/** Upper bounds of the delays until the first byte of a reply, in seconds. */
const delayBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

/**
 * Creates the counts. Labels have few values: the route, the class of the status, the reason of a refusal, and known
 * models. A caller can choose none of them freely.
 *
 * @param now time in milliseconds
 */
export function createMetrics(now: () => number): Metrics {
  const calls = new Map<string, number>();
  const refusals = new Map<string, number>();
  const delays = createHistogram(
    "parley_first_byte_seconds",
    "Delay from a relayed call to the first byte of its reply.",
    delayBounds,
  );
  const usage = createUsageMetrics();
  let openReplies = 0;

  return {
    ...usage.counts,
    countCall(path, status, refusal) {
      const route = routeName(path);
      add(calls, `{route="${route}",status="${Math.floor(status / 100)}xx"}`);
      if (refusal) add(refusals, `{reason="${refusal}"}`);
    },
    beginReply() {
      const began = now();
      let hasBegun = false;
      let hasEnded = false;
      openReplies++;
      return {
        firstByte() {
          if (hasBegun) return;
          hasBegun = true;
          delays.add(Math.max(0, now() - began) / 1000);
        },
        end() {
          if (hasEnded) return;
          hasEnded = true;
          openReplies--;
        },
      };
    },
    text: () =>
      [
        ...family("parley_requests_total", "counter", "API calls by route and class of status.", calls),
        ...family("parley_refusals_total", "counter", "Refused calls by reason.", refusals),
        "# HELP parley_open_replies Replies of providers that are being relayed.",
        "# TYPE parley_open_replies gauge",
        `parley_open_replies ${openReplies}`,
        ...delays.lines(),
        ...usage.lines(),
        "",
      ].join("\n"),
  };
}

function add(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function family(name: string, type: string, help: string, counts: ReadonlyMap<string, number>): string[] {
  const lines = [...counts].map(([labels, count]) => `${name}${labels} ${count}`).toSorted();
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
