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
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { runUnlessLocked, withTabLock } from "@/lib/platform/tab-locks";
import { blobOfDataUrl, bytesOfBase64 } from "@/lib/storage/blobs";
import { catalogue } from "@/lib/storage/catalogue";
import { trackPendingImage } from "@/store/base/pending-work";
import { report } from "@/store/base/ui";
import { keepImage } from "@/store/chats/keep-image";
import { type Drawing, drawImage, type ImageOrder } from "@/store/image-tasks/draw-image";
import { documentStore } from "@/store/records/document-store";
import { getStorage } from "@/store/records/storage-handle";

interface ImageTasksStore {
  /** The newest first. */
  readonly tasks: readonly ImageTask[];
  readonly form: ImageForm;
  /** Of the form beside the pictures, in pixels. */
  readonly formWidth: number;
  hydrate(stored: unknown): void;
  keepForm(form: ImageForm): void;
  /** Sets the width of the form, in pixels; it stays within its bounds. */
  setFormWidth(width: number): void;
  /** Puts a picture in line; one is made after the other. Resolves when nothing more will come of it. */
  order(order: ImageOrder & Pick<ImageTask, "model_name">): Promise<void>;
  /** Orders a picture once more, as a new one. */
  retry(id: string): Promise<void>;
  /** Removes a picture from the list and from this device; one that is being made is called off. */
  remove(id: string): void;
  /** Removes all pictures, as one is removed. */
  clear(): void;
  /** Ends what no page works on any more. */
  endOrphans(): void;
  /** Ends what this page has in line: it goes away, which is no failure of the network. */
  interrupt(): void;
  /** Puts another address in the place of a picture's. */
  readdress(id: string, address: string): void;
}

/** What the making of pictures needs of the world. */
interface ImageTasksWorld {
  readonly env: Pick<Environment, "now" | "newId" | "delay">;
  readonly draw: (order: ImageOrder, signal: AbortSignal) => Promise<Drawing>;
  /** Stores what was drawn and answers its address. */
  readonly keep: (drawing: Drawing) => Promise<string>;
  /** Removes a stored picture. */
  readonly free: (address: string) => Promise<void>;
  /** Runs one thing at a time, in whichever page. */
  readonly alone: (run: () => Promise<void>) => Promise<void>;
}

const emptyForm: ImageForm = { providerName: "Stability", model: "ultra", params: {} };

/** Makes the store of pictures that were ordered (`sd-list`), which are made one after the other. */
export function createImageTasks({ env, draw, keep, free, alone }: ImageTasksWorld) {
  /** What this page has in line or makes, by id. */
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
        // It was removed while it was being stored.
        if (!taskOf(id)) return await free(address);
        put(id, { status: "success", img_data: address, ...(drawing.text.trim() ? { text: drawing.text } : {}) });
      } catch (thrown) {
        // A page that goes away loses its connections a moment before it is told that it goes.
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
        // Another page wrote the list before it had heard of what this one has in line.
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

/** Stores a picture as bytes; of one that lies elsewhere the address is kept, for other hosts let no page read them. */
async function keepDrawing({ image }: Drawing): Promise<string> {
  const bytes = image?.base64 === undefined ? undefined : bytesOfBase64(image.base64);
  if (!bytes) return image?.url ?? "";
  return keepImage({ type: image?.mime ?? "image/png", bytes });
}

async function freeDrawing(address: string): Promise<void> {
  const id = storedImageId(address);
  if (id !== undefined) await getStorage()?.database.deleteBlobs([id]);
  if (!address.includes("/api/cache/")) return;
  const { isUpload, removeUpload } = await import("@/store/chats/upload-store");
  if (isUpload(address)) await removeUpload(address);
}

const lockName = "parley-image-tasks";

/** Keeps the order of this page, and of all pages where the browser knows locks. */
function inOrder() {
  let last = Promise.resolve();
  return (run: () => Promise<void>): Promise<void> => {
    const done = last.then(() => withTabLock(lockName, run));
    // What fails is its own order's: the next one's turn comes all the same.
    last = done.catch(() => undefined);
    return done;
  };
}

const store = createImageTasks({
  env: browserEnvironment,
  draw: drawImage,
  keep: keepDrawing,
  free: freeDrawing,
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
  // Before the document's own listener, so that interrupted tasks are written when the tab closes.
  addEventListener("pagehide", interrupt);
  await useImageTasks.whenRead();
  // Where the lock is free no page makes a picture.
  void runUnlessLocked(lockName, async () => endOrphans());
  void takeInPictures().catch((error: unknown) => console.warn("Pictures of a NextChat could not be read.", error));
}

/** Pictures of a NextChat lie in its cache, or in their records; they become records of their own. */
async function takeInPictures(): Promise<void> {
  const { tasks, readdress } = useImageTasks.getState();
  const foreign = tasks.filter(({ img_data }) => img_data.startsWith("data:") || img_data.includes("/api/cache/"));
  if (foreign.length === 0 || !getStorage()?.database) return;
  const { openImageCache } = await import("@/lib/storage/nextchat-origin");
  const cache = await openImageCache();
  for (const { id, img_data } of foreign) {
    const blob = blobOfDataUrl(img_data, { id, at: browserEnvironment.now() }) ?? (await cache.read(img_data));
    if (blob) readdress(id, await keepImage(blob));
  }
}
