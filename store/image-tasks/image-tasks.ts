import { create } from "zustand";
import {
  formWidths,
  type ImageForm,
  type ImageTask,
  type ImageTaskError,
  interrupted,
  isUnfinished,
  readImageTasks,
  storedImageTasks,
} from "@/lib/chat/image-task";
import { storedImageId } from "@/lib/chat/message";
import type { Environment } from "@/lib/environment";
import { type AppError, toAppError } from "@/lib/errors";
import { onPageLeave } from "@/lib/platform/page-leave";
import { runUnlessLocked, withTabLock } from "@/lib/platform/tab-locks";
import { blobOfDataUrl, bytesOfBase64 } from "@/lib/storage/blobs";
import { catalogue } from "@/lib/storage/catalogue";
import { trackPendingImage } from "@/store/base/pending-work";
import { report } from "@/store/base/ui";
import { storeImage } from "@/store/chats/store-image";
import { generateImage, type ImageRequest, type ImageResult } from "@/store/image-tasks/generate-image";
import { documentStore } from "@/store/records/document-store";
import { tabContext } from "@/store/records/records";

interface ImageTasksStore {
  /** Newest first. */
  readonly tasks: readonly ImageTask[];
  readonly form: ImageForm;
  /** Width of the form beside the images, in pixels. */
  readonly formWidth: number;
  hydrate(stored: unknown): void;
  keepForm(form: ImageForm): void;
  /** Sets the width of the form, in pixels, within its bounds. */
  setFormWidth(width: number): void;
  /** Queues an image; images are generated one after the other. Resolves when the task has ended. */
  order(order: ImageRequest & Pick<ImageTask, "model_name">): Promise<void>;
  /** Queues the same request again, as a new task. */
  retry(id: string): Promise<void>;
  /** Removes an image from the list and from this device; aborts it if it is being generated. */
  remove(id: string): void;
  /** Removes all images like `remove`. */
  clear(): void;
  /** Ends tasks that no tab works on any more. */
  endOrphans(): void;
  /** Ends this tab's tasks because the tab closes, which is not a network failure. */
  interrupt(): void;
  /** Replaces the address of an image. */
  readdress(id: string, address: string): void;
}

/** Dependencies of the image tasks. */
interface ImageTasksDependencies {
  readonly env: Pick<Environment, "now" | "newId" | "delay">;
  readonly draw: (order: ImageRequest, signal: AbortSignal) => Promise<ImageResult>;
  /** Stores a result and returns its address. */
  readonly keep: (drawing: ImageResult) => Promise<string>;
  /** Deletes a stored image. */
  readonly free: (address: string) => Promise<void>;
  /** Runs one task at a time, across all tabs. */
  readonly alone: (run: () => Promise<void>) => Promise<void>;
}

const emptyForm: ImageForm = { providerName: "Stability", model: "ultra", params: {} };

/** Creates the store of image tasks (`sd-list`), which run one after the other. */
export function createImageTasks({ env, draw, keep, free, alone }: ImageTasksDependencies) {
  /** Tasks that this tab has queued or runs, by id. */
  const stops = new Map<string, AbortController>();

  return create<ImageTasksStore>()((set, get) => {
    const taskOf = (id: string) => get().tasks.find((task) => task.id === id);
    const put = (id: string, change: Partial<ImageTask>) =>
      set(({ tasks }) => ({ tasks: tasks.map((task) => (task.id === id ? { ...task, ...change } : task)) }));

    async function run(id: string, signal: AbortSignal): Promise<void> {
      const task = taskOf(id);
      if (!task || signal.aborted) return;
      put(id, { status: "running", started_at: env.now() });
      try {
        const drawing = await draw(task, signal);
        if (signal.aborted) return;
        const address = await keep(drawing);
        // The task was removed while its image was being stored.
        if (!taskOf(id)) return await free(address);
        put(id, { status: "success", img_data: address, ...(drawing.text.trim() ? { text: drawing.text } : {}) });
      } catch (thrown) {
        // A closing tab loses its connections just before `pagehide` fires.
        await env.delay(0);
        if (!signal.aborted) put(id, { status: "error", error: taskError(toAppError(thrown)) });
      }
    }

    return {
      tasks: [],
      form: emptyForm,
      formWidth: formWidths.default,
      hydrate(stored) {
        const { tasks, form, formWidth } = readImageTasks(stored);
        const known = new Set(tasks.map(({ id }) => id));
        // Another tab wrote the list before it knew of this tab's tasks.
        const own = get().tasks.filter(({ id }) => stops.has(id) && !known.has(id));
        set({ tasks: [...own, ...tasks], form, formWidth });
      },
      keepForm: (form) => set({ form }),
      setFormWidth(width) {
        set({ formWidth: Math.round(Math.min(Math.max(width, formWidths.min), formWidths.max)) });
      },
      async order(order) {
        const id = env.newId();
        const stop = new AbortController();
        stops.set(id, stop);
        const task: ImageTask = { ...order, id, status: "wait", created_at: env.now(), img_data: "" };
        set(({ tasks }) => ({ tasks: [task, ...tasks] }));
        await trackPendingImage(alone(() => run(id, stop.signal)));
        stops.delete(id);
      },
      async retry(id) {
        const task = taskOf(id);
        if (!task) return;
        const { providerName, model, model_name, params } = task;
        await get().order({ providerName, model, model_name, params });
      },
      remove(id) {
        const task = taskOf(id);
        if (!task) return;
        stops.get(id)?.abort();
        set(({ tasks }) => ({ tasks: tasks.filter((each) => each !== task) }));
        void free(task.img_data).catch((thrown: unknown) => report(toAppError(thrown)));
      },
      clear() {
        for (const { id } of get().tasks) get().remove(id);
      },
      endOrphans() {
        const { tasks } = get();
        if (tasks.some(isUnfinished)) set({ tasks: tasks.map(interrupted) });
      },
      interrupt() {
        for (const stop of stops.values()) stop.abort();
        set(({ tasks }) => ({ tasks: tasks.map((task) => (stops.has(task.id) ? interrupted(task) : task)) }));
      },
      readdress: (id, address) => put(id, { img_data: address }),
    };
  });
}

function taskError({ code, details }: AppError): ImageTaskError {
  const seconds = Number(details.seconds ?? 0);
  return { code, message: String(details.message ?? ""), ...(seconds > 0 ? { seconds } : {}) };
}

/** Stores an image as bytes. An image on another host keeps its address, because CORS prevents reading it. */
async function storeResult({ image }: ImageResult): Promise<string> {
  const bytes = image?.base64 === undefined ? undefined : bytesOfBase64(image.base64);
  if (!bytes) return image?.url ?? "";
  return storeImage({ type: image?.mime ?? "image/png", bytes });
}

async function deleteStoredImage(address: string): Promise<void> {
  const id = storedImageId(address);
  if (id !== undefined) await tabContext.records.database?.deleteBlobs([id]);
  if (!address.includes("/api/cache/")) return;
  const { isUpload, removeUpload } = await import("@/store/chats/upload-store");
  if (isUpload(address)) await removeUpload(address);
}

const lockName = "parley-image-tasks";

/** Runs tasks one at a time: in this tab, and across all tabs if the browser supports Web Locks. */
function inOrder() {
  let last = Promise.resolve();
  return (run: () => Promise<void>): Promise<void> => {
    const done = last.then(() => withTabLock(lockName, run));
    // A failure belongs to its own task; the next task runs nevertheless.
    last = done.catch(() => undefined);
    return done;
  };
}

const store = createImageTasks({
  env: tabContext.env,
  draw: generateImage,
  keep: storeResult,
  free: deleteStoredImage,
  alone: inOrder(),
});

export const useImageTasks = documentStore(store, catalogue.imageTasks, storedImageTasks);

let preparing: Promise<void> | undefined;

/** Reads the stored image tasks, ends those that no tab works on, and moves pictures of a NextChat, once. Resolves once read. */
export function prepareImageTasks(): Promise<void> {
  preparing ??= prepare();
  return preparing;
}

async function prepare(): Promise<void> {
  const { endOrphans, interrupt } = store.getState();
  onPageLeave("change", interrupt);
  await useImageTasks.whenRead();
  // If the lock is free, no tab is generating an image.
  void runUnlessLocked(lockName, async () => endOrphans());
  void adoptNextChatImages().catch((error: unknown) => console.warn("Could not move the images of a NextChat.", error));
}

/** Moves images of a NextChat, which are in its cache or inside their tasks, into records. */
async function adoptNextChatImages(): Promise<void> {
  const { tasks, readdress } = useImageTasks.getState();
  const foreign = tasks.filter(({ img_data }) => img_data.startsWith("data:") || img_data.includes("/api/cache/"));
  if (foreign.length === 0 || !tabContext.records.database) return;
  const { openImageCache } = await import("@/lib/storage/nextchat-origin");
  const cache = await openImageCache();
  for (const { id, img_data } of foreign) {
    const blob = blobOfDataUrl(img_data, { id, at: tabContext.env.now() }) ?? (await cache.read(img_data));
    if (blob) readdress(id, await storeImage(blob));
  }
}
