import type { ChatEvent } from "@/lib/chat/event";
import { AppError } from "@/lib/errors";
import { getPendingWork } from "@/store/app/reload-check";
import { type ImageResult, readImageResult } from "@/store/image-tasks/generate-image";
import { createImageTasks } from "@/store/image-tasks/image-tasks";
import { fakeEnvironment } from "@/test/support/fake-environment";

const order = { providerName: "Stability", model: "core", model_name: "Stable Image Core", params: { prompt: "boat" } };

/** A store whose pictures end when the test says so. */
function setUp() {
  const env = fakeEnvironment({ now: 7, clock: "instant" });
  const drawing: { end(drawing: ImageResult): void; fail(thrown: unknown): void; signal: AbortSignal }[] = [];
  const freed: string[] = [];
  let last = Promise.resolve();
  const store = createImageTasks({
    env,
    draw: (_order, signal) =>
      new Promise((end, fail) => {
        drawing.push({ end, fail, signal });
      }),
    keep: async () => "stored:b",
    free: async (address) => void freed.push(address),
    alone(run) {
      last = last.then(run);
      return last;
    },
  });
  const states = () => store.getState().tasks.map(({ id, status }) => [id, status]);
  return { act: store.getState, states, drawing, freed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("queued images are pending work", async () => {
  const { act, drawing } = setUp();
  expect(getPendingWork()).toEqual([]);
  const orders = [act().order(order), act().order(order)];
  await settled();
  drawing[0]?.fail(new AppError("content-filter", {}));
  await orders[0];
  expect(getPendingWork()).toEqual(["images"]);
  await settled();
  drawing[1]?.end({ text: "" });
  await orders[1];
  expect(getPendingWork()).toEqual([]);
});

test("images are generated one after the other, newest first", async () => {
  const { act, states, drawing } = setUp();
  const [first, second] = [act().order(order), act().order(order)];
  await settled();
  expect(states()).toEqual([
    ["id-2", "wait"],
    ["id-1", "running"],
  ]);
  drawing[0]?.end({ text: "" });
  await first;
  await settled();
  expect(states()).toEqual([
    ["id-2", "running"],
    ["id-1", "success"],
  ]);
  drawing[1]?.fail(new AppError("content-filter", { message: "no politicians" }));
  await second;
  expect(act().tasks[0]).toMatchObject({
    status: "error",
    error: { code: "content-filter", message: "no politicians" },
  });
  expect(act().tasks[1]).toEqual({
    ...order,
    id: "id-1",
    status: "success",
    created_at: 7,
    started_at: 7,
    img_data: "stored:b",
  });
});

test("a retry is a new task with the same settings, and the failed one stays", async () => {
  const { act, states, drawing } = setUp();
  const first = act().order(order);
  await settled();
  drawing[0]?.fail(new AppError("timeout", { seconds: 300 }));
  await first;
  expect(act().tasks[0]?.error).toEqual({ code: "timeout", message: "", seconds: 300 });
  void act().retry("id-1");
  await settled();
  expect(states()).toEqual([
    ["id-2", "running"],
    ["id-1", "error"],
  ]);
  expect(act().tasks[0]).toMatchObject(order);
});

test("removing a running task aborts it and leaves nothing", async () => {
  const { act, states, drawing } = setUp();
  const first = act().order(order);
  await settled();
  act().remove("id-1");
  expect(drawing[0]?.signal.aborted).toBe(true);
  drawing[0]?.end({ text: "" });
  await first;
  expect(states()).toEqual([]);
});

test("removing a queued task prevents its start", async () => {
  const { act, drawing } = setUp();
  const [first, second] = [act().order(order), act().order(order)];
  await settled();
  act().remove("id-2");
  drawing[0]?.end({ text: "" });
  await Promise.all([first, second]);
  expect(drawing).toHaveLength(1);
});

test("removing a task deletes its image", async () => {
  const { act, drawing, freed } = setUp();
  const first = act().order(order);
  await settled();
  drawing[0]?.end({ text: "" });
  await first;
  act().remove("id-1");
  expect(freed).toEqual(["stored:b"]);
});

test("queued tasks are interrupted when the tab closes, and finished ones stay", async () => {
  const { act, states, drawing } = setUp();
  act().hydrate({ draw: [{ ...order, id: "done", status: "success", created_at: 1, img_data: "stored:d" }] });
  const [first, second] = [act().order(order), act().order(order)];
  await settled();
  act().interrupt();
  drawing[0]?.fail(new AppError("network"));
  await Promise.all([first, second]);
  expect(states()).toEqual([
    ["id-2", "error"],
    ["id-1", "error"],
    ["done", "success"],
  ]);
  expect(act().tasks[1]?.error).toEqual({ code: "interrupted", message: "" });
  expect(drawing).toHaveLength(1);
});

test("clearing the history deletes all images, also on this device, and aborts running tasks", async () => {
  const { act, drawing, freed } = setUp();
  act().hydrate({ draw: [{ ...order, id: "done", status: "success", created_at: 1, img_data: "stored:d" }] });
  const ordered = [act().order(order), act().order(order)];
  await settled();
  act().clear();
  drawing[0]?.fail(new AppError("network"));
  await Promise.all(ordered);
  expect(act().tasks).toEqual([]);
  expect(freed).toContain("stored:d");
  expect(drawing.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("clamps the form's width", () => {
  const { act } = setUp();
  const widths = [100, 400.4, 9000].map((width) => {
    act().setFormWidth(width);
    return act().formWidth;
  });
  expect(widths).toEqual([280, 400, 560]);
});

test("a list written by another tab does not remove this tab's queued tasks", async () => {
  const { act, states } = setUp();
  void act().order(order);
  await settled();
  act().hydrate({ draw: [{ ...order, id: "other", status: "success", created_at: 1, img_data: "stored:o" }] });
  expect(states()).toEqual([
    ["id-1", "running"],
    ["other", "success"],
  ]);
});

describe("the result of a request", () => {
  const image = { type: "image", mime: "image/png", base64: "iVBORw0KGgo=" } as const;

  test.each<[string, ChatEvent[], ImageResult]>([
    ["a picture", [image, { type: "finish", finish: "stop", raw: "SUCCESS" }], { image, text: "" }],
    ["a film, as text", [{ type: "text-delta", text: "<video>" }, { type: "end" }], { text: "<video>" }],
  ])("is %s", (_name, events, drawing) => {
    expect(readImageResult(events)).toEqual(drawing);
  });

  test.each<[string, ChatEvent[]]>([
    ["empty", [{ type: "end" }]],
    ["content-filter", [image, { type: "finish", finish: "content-filter", raw: "CONTENT_FILTERED" }]],
    ["quota", [{ type: "error", error: { kind: "quota", code: null, message: "no credits" } }]],
  ])("is the error %s", (code, events) => {
    expect(() => readImageResult(events)).toThrow(expect.objectContaining({ code }));
  });
});
