import { type ErrorCode, replyErrorKinds } from "@/lib/errors";
import { storedTime } from "@/lib/fields/stored-schemas";
import * as z from "@/lib/zod";

/** The state of an image generation task. */
export type ImageTaskStatus = "wait" | "running" | "success" | "error";

/** The reason that a task failed. `interrupted`: the page was closed while it ran. */
export interface ImageTaskError {
  readonly code: ErrorCode | "interrupted";
  /** The provider's message; empty if there was none. */
  readonly message: string;
  /** Elapsed time before a timeout, in seconds. */
  readonly seconds?: number;
}

/** A requested image and its result, as stored in `sd-list`. */
export interface ImageTask {
  readonly id: string;
  readonly model: string;
  readonly model_name: string;
  /** The provider of the model; absent in records of NextChat, which only supports Stability. */
  readonly providerName: string;
  readonly status: ImageTaskStatus;
  readonly params: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch; in records of NextChat, the date as displayed text. */
  readonly created_at: number | string;
  readonly started_at?: number | undefined;
  /** URL of a stored image or a web image, or a data URL. Empty until the image exists. */
  readonly img_data: string;
  /** Markdown that the model returned beside or instead of the image, such as a video. */
  readonly text?: string | undefined;
  readonly error?: ImageTaskError | undefined;
}

/** Widths of the form beside the images, in pixels. */
export const formWidths = { default: 340, min: 280, max: 560 } as const;

/** The values of the form when it was last used. */
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

const paramsSchema = z.pipe(
  z.catch(z.record(z.string(), z.unknown()), {}),
  z.transform((params) => Object.fromEntries(Object.entries(params).flatMap(textEntry))),
);

function textEntry([name, value]: [string, unknown]): [string, string][] {
  return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
}

/** Reads an error; NextChat stores only the message. */
const errorSchema = z.union([
  z.pipe(
    z.string(),
    z.transform((message) => ({ code: "unexpected" as const, message })),
  ),
  z.object({
    code: z.catch(z.enum(taskErrorCodes), "unexpected"),
    message: z.catch(z.string(), ""),
    seconds: z.optional(z.number()),
  }),
]);

const taskSchema: z.ZodMiniType<ImageTask> = z.looseObject({
  id: z.string().check(z.minLength(1)),
  model: z.string(),
  model_name: z.catch(z.string(), ""),
  providerName: z.catch(z.string(), "Stability"),
  status: z.catch(z.enum(["wait", "running", "success", "error"]), "error"),
  params: paramsSchema,
  created_at: z.catch(z.union([storedTime, z.string()]), ""),
  started_at: z.catch(z.optional(storedTime), undefined),
  img_data: z.catch(z.string(), ""),
  text: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(errorSchema), undefined),
});

const storedSchema = z.catch(
  z.object({
    draw: z.catch(z.array(z.unknown()), []),
    currentModel: z.catch(z.object({ value: z.string() }), { value: "ultra" }),
    currentProvider: z.catch(z.string(), "Stability"),
    currentParams: paramsSchema,
    formWidth: z.catch(
      z.pipe(
        z.number(),
        z.transform((width) => Math.min(formWidths.max, Math.max(formWidths.min, width))),
      ),
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

/** The stored images and form. */
interface StoredImages {
  readonly tasks: readonly ImageTask[];
  readonly form: ImageForm;
  /** Width in pixels. */
  readonly formWidth: number;
}

/** Reads the stored images, newest first, and the form. Skips invalid records. Never throws. */
export function readImageTasks(stored: unknown): StoredImages {
  const { draw, currentModel, currentProvider, currentParams, formWidth } = z.parse(storedSchema, stored);
  const tasks = draw.flatMap((record) => {
    const read = z.safeParse(taskSchema, record);
    return read.success ? [read.data] : [];
  });
  return {
    tasks,
    form: { providerName: currentProvider, model: currentModel.value, params: currentParams },
    formWidth,
  };
}

/** Returns images and form in their stored shape. */
export function storedImageTasks({ tasks, form, formWidth }: StoredImages) {
  return {
    draw: tasks,
    currentModel: { value: form.model },
    currentProvider: form.providerName,
    currentParams: form.params,
    formWidth,
  };
}

/** Returns the state of a task after its page was closed; a finished task is unchanged. */
export function interrupted(task: ImageTask): ImageTask {
  return isUnfinished(task) ? { ...task, status: "error", error: { code: "interrupted", message: "" } } : task;
}

/** Whether a task is waiting or running. */
export function isUnfinished({ status }: Pick<ImageTask, "status">): boolean {
  return status === "wait" || status === "running";
}

/** Returns a waiting task's position in the queue, from 1, with the running task counted. */
export function queuePosition(tasks: readonly Pick<ImageTask, "id" | "status">[], id: string): number {
  return tasks.slice(tasks.findIndex((task) => task.id === id)).filter(isUnfinished).length;
}
