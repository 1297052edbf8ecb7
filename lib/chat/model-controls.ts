import { type AnswerFormat, answerFormatOf } from "@/lib/chat/answer-format";
import { type LoadOptions, loadOptionsOf } from "@/lib/chat/load-options";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { readMinP, readSeed, readStops, readTopK } from "@/lib/chat/sampling-texts";

/** Amount of thinking: none, as much as the model wants, or an effort. */
export type ThinkingLevel = "off" | "on" | "low" | "medium" | "high";

/** Level of detail of answers. */
type Verbosity = "low" | "medium" | "high";

/** Choices that only some models and servers accept. Absent ones are not sent: the model's default applies. */
export interface ModelControls extends LoadOptions {
  readonly thinking?: ThinkingLevel;
  readonly verbosity?: Verbosity;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly topK?: number;
  readonly minP?: number;
  /** The form of answers, if it is not text. */
  readonly answer?: AnswerFormat | undefined;
}

/**
 * Returns the choices in model settings; undefined if all are automatic or empty, so that the request has none. A context
 * length is at most `window`, the context of the model, if that is known.
 */
export function controlsOf(settings: ModelSettings, window?: number): ModelControls | undefined {
  const { thinking, verbosity } = settings;
  const controls = {
    thinking: thinking === "auto" ? undefined : thinking,
    verbosity: verbosity === "auto" ? undefined : verbosity,
    seed: readSeed(settings.seed),
    stop: readStops(settings.stop),
    topK: readTopK(settings.top_k),
    minP: readMinP(settings.min_p),
    answer: answerFormatOf(settings),
    ...loadOptionsOf(settings, window),
  };
  const chosen = Object.entries(controls).filter(([, value]) => value !== undefined);
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
}
