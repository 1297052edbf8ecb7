import * as v from "valibot";
import { type ErrorCode, replyErrorKinds } from "@/lib/errors";
import { finiteNumber } from "@/lib/fields/strict-schemas";
import { storedTime } from "@/lib/fields/time";

/** Where the making of a picture stands. */
export type ImageTaskStatus = "wait" | "running" | "success" | "error";

/** Why no picture came of a task. `interrupted`: the page went away while it ran. */
export interface ImageTaskError {
  readonly code: ErrorCode | "interrupted";
  /** What the other side said; empty where it said nothing. */
  readonly message: string;
  /** How long was waited, in seconds, where that is the reason. */
  readonly seconds?: number;
}

/** A picture that was ordered, with what came of it, as it is stored in `sd-list`. */
export interface ImageTask {
  readonly id: string;
  readonly model: string;
  readonly model_name: string;
  /** Who serves the model; records of NextChat, which knows but one, do not say it. */
  readonly providerName: string;
  readonly status: ImageTaskStatus;
  readonly params: Readonly<Record<string, string>>;
  /** In milliseconds since the epoch; in records of NextChat the text that its screen showed. */
  readonly created_at: number | string;
  readonly started_at?: number | undefined;
  /** The address of the picture: of a stored one, of one on the web, or the picture itself. Empty until it is there. */
  readonly img_data: string;
  /** What the model wrote beside the picture or in its place, such as a film, as Markdown. */
  readonly text?: string | undefined;
  readonly error?: ImageTaskError | undefined;
}

/** How wide the form for pictures may be beside them, in pixels. */
export const formWidths = { default: 340, min: 280, max: 560 } as const;

/** What the form for pictures held when it was left. */
export interface ImageForm {
  readonly providerName: string;
  readonly model: string;
  readonly params: Readonly<Record<string, string>>;
}

const taskErrorCodes = [
  ...replyErrorKinds,
  "not-supported",
  "no-model",
  "storage-full",
  "storage-unavailable",
  "storage-newer",
  "storage-deleted",
  "interrupted",
  "unexpected",
] as const;

const paramsSchema = v.pipe(
  v.fallback(v.record(v.string(), v.unknown()), {}),
  v.transform((params) => Object.fromEntries(Object.entries(params).flatMap(textEntry))),
);

function textEntry([name, value]: [string, unknown]): [string, string][] {
  return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
}

/** NextChat writes what was said, and nothing else. */
const errorSchema = v.union([
  v.pipe(
    v.string(),
    v.transform((message) => ({ code: "unexpected" as const, message })),
  ),
  v.object({
    code: v.fallback(v.picklist(taskErrorCodes), "unexpected"),
    message: v.fallback(v.string(), ""),
    seconds: v.optional(finiteNumber),
  }),
]);

const taskSchema: v.GenericSchema<unknown, ImageTask> = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  model: v.string(),
  model_name: v.fallback(v.string(), ""),
  providerName: v.fallback(v.string(), "Stability"),
  status: v.fallback(v.picklist(["wait", "running", "success", "error"]), "error"),
  params: paramsSchema,
  created_at: v.fallback(v.union([storedTime, v.string()]), ""),
  started_at: v.fallback(v.optional(storedTime), undefined),
  img_data: v.fallback(v.string(), ""),
  text: v.fallback(v.optional(v.string()), undefined),
  error: v.fallback(v.optional(errorSchema), undefined),
});

const storedSchema = v.fallback(
  v.object({
    draw: v.fallback(v.array(v.unknown()), []),
    currentModel: v.fallback(v.object({ value: v.string() }), { value: "ultra" }),
    currentProvider: v.fallback(v.string(), "Stability"),
    currentParams: paramsSchema,
    formWidth: v.fallback(
      v.pipe(finiteNumber, v.toMinValue(formWidths.min), v.toMaxValue(formWidths.max)),
      formWidths.default,
    ),
  }),
  {
    draw: [],
    currentModel: { value: "ultra" },
    currentProvider: "Stability",
    currentParams: {},
    formWidth: formWidths.default,
  },
);

/** What is stored of pictures and of the form for them. */
interface StoredImages {
  readonly tasks: readonly ImageTask[];
  readonly form: ImageForm;
  /** In pixels. */
  readonly formWidth: number;
}

/** Reads the stored pictures, the newest first, and the form; pieces that are none are passed over. Never throws. */
export function readImageTasks(stored: unknown): StoredImages {
  const { draw, currentModel, currentProvider, currentParams, formWidth } = v.parse(storedSchema, stored);
  const tasks = draw.flatMap((record) => {
    const read = v.safeParse(taskSchema, record);
    return read.success ? [read.output] : [];
  });
  return {
    tasks,
    form: { providerName: currentProvider, model: currentModel.value, params: currentParams },
    formWidth,
  };
}

/** Returns the shape in which pictures and form are stored. */
export function storedImageTasks({ tasks, form, formWidth }: StoredImages) {
  return {
    draw: tasks,
    currentModel: { value: form.model },
    currentProvider: form.providerName,
    currentParams: form.params,
    formWidth,
  };
}

/** Returns a task as it stands when its page goes away: one that has ended stays as it is. */
export function interrupted(task: ImageTask): ImageTask {
  return isUnfinished(task) ? { ...task, status: "error", error: { code: "interrupted", message: "" } } : task;
}

/** Whether a task waits or runs. */
export function isUnfinished({ status }: Pick<ImageTask, "status">): boolean {
  return status === "wait" || status === "running";
}

/** Returns a waiting task's place in the line, from 1; the one that runs stands before it. */
export function placeInLine(tasks: readonly Pick<ImageTask, "id" | "status">[], id: string): number {
  return tasks.slice(tasks.findIndex((task) => task.id === id)).filter(isUnfinished).length;
}
