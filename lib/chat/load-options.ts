import { readContextLength } from "@/lib/chat/context-length";
import type { ModelSettings } from "@/lib/chat/model-settings";

/** Time for which a server keeps a model loaded after a reply. */
export type KeepAlive = "fiveMinutes" | "oneHour" | "forever" | "unload";

/** Options for loading the model of a request. Absent ones are not sent: the server's default applies. */
export interface LoadOptions {
  /** Context length, in tokens. */
  readonly contextLength?: number;
  readonly keepAlive?: KeepAlive;
}

/** Returns the load options in model settings. `maxWindow` is the longest context of the model, if it is known. */
export function loadOptionsOf(
  { num_ctx, keep_alive }: Pick<ModelSettings, "num_ctx" | "keep_alive">,
  maxWindow?: number,
): LoadOptions {
  const length = readContextLength(num_ctx);
  return {
    ...(length !== undefined && { contextLength: Math.min(length, maxWindow ?? length) }),
    ...(keep_alive !== "auto" && { keepAlive: keep_alive }),
  };
}
