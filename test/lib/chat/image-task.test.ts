import { type ImageTask, interrupted, queuePosition, readImageTasks, storedImageTasks } from "@/lib/chat/image-task";

const task: ImageTask = {
  id: "a",
  model: "core",
  model_name: "Stable Image Core",
  providerName: "Stability",
  status: "success",
  params: { prompt: "boat", seed: "0" },
  created_at: 7,
  img_data: "stored:b",
};

test("loads stored tasks unchanged", () => {
  const form = { providerName: "OpenAI", model: "dall-e-3", params: { prompt: "a" } };
  const stored = JSON.parse(JSON.stringify(storedImageTasks({ tasks: [task], form, formWidth: 400 })));
  expect(readImageTasks(stored)).toEqual({ tasks: [task], form, formWidth: 400 });
});

test("loads NextChat's records: one provider, a time as text, numbers as parameters, an error as text", () => {
  const stored = {
    currentId: 3,
    currentModel: { name: "Stable Diffusion 3", value: "sd3" },
    currentParams: { prompt: "", seed: 0, style: null },
    draw: [
      {
        id: "n",
        model: "ultra",
        model_name: "Stable Image Ultra",
        status: "error",
        params: { prompt: "boat", seed: 12 },
        created_at: "3/12/2024, 10:00:00",
        img_data: "",
        error: "Your organization does not have enough balance",
      },
    ],
  };
  expect(readImageTasks(stored)).toEqual({
    tasks: [
      {
        id: "n",
        model: "ultra",
        model_name: "Stable Image Ultra",
        providerName: "Stability",
        status: "error",
        params: { prompt: "boat", seed: "12" },
        created_at: "3/12/2024, 10:00:00",
        img_data: "",
        error: { code: "unexpected", message: "Your organization does not have enough balance" },
      },
    ],
    form: { providerName: "Stability", model: "sd3", params: { prompt: "", seed: "0" } },
    formWidth: 340,
  });
});

test.each([
  [10, 280],
  [9000, 560],
  ["wide", 340],
])("the form width of %j is %d", (formWidth, width) => {
  expect(readImageTasks({ formWidth }).formWidth).toBe(width);
});

test.each([undefined, null, 7, [], { draw: "no" }, { draw: [null, {}, { id: "" }] }])(
  "loads nothing from %j, and uses the default form",
  (stored) => {
    expect(readImageTasks(stored)).toEqual({
      tasks: [],
      formWidth: 340,
      form: { providerName: "Stability", model: "ultra", params: {} },
    });
  },
);

test("orphaned tasks become failed; ended tasks stay", () => {
  const tasks = [{ ...task, status: "wait" } as const, { ...task, status: "running" } as const, task];
  const failed = { ...task, status: "error", error: { code: "interrupted", message: "" } };
  expect(tasks.map(interrupted)).toEqual([failed, failed, task]);
});

test("the queue position counts earlier tasks that have not ended", () => {
  const tasks = [
    { id: "d", status: "wait" },
    { id: "c", status: "wait" },
    { id: "x", status: "error" },
    { id: "b", status: "running" },
    { id: "a", status: "success" },
  ] as const;
  expect(tasks.map(({ id }) => [id, queuePosition(tasks, id)])).toEqual([
    ["d", 3],
    ["c", 2],
    ["x", 1],
    ["b", 1],
    ["a", 0],
  ]);
});
