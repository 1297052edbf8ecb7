import type { ModelSettings } from "@/lib/chat/model-settings";

/** Amount of thinking: none, as much as the model wants, or an effort. */
export type ThinkingLevel = "off" | "on" | "low" | "medium" | "high";

/** Level of detail of answers. */
type Verbosity = "low" | "medium" | "high";

/** Choices that only some models and servers accept. Absent ones are not sent: the model's default applies. */
export interface ModelControls {
  readonly thinking?: ThinkingLevel;
  readonly verbosity?: Verbosity;
}

/** Returns the choices in model settings; undefined if all are automatic, so that the request has none. */
export function controlsOf({ thinking, verbosity }: ModelSettings): ModelControls | undefined {
  const controls: ModelControls = {
    ...(thinking === "auto" ? {} : { thinking }),
    ...(verbosity === "auto" ? {} : { verbosity }),
  };
  return Object.keys(controls).length > 0 ? controls : undefined;
}
