import type { CodeOutcome } from "@/lib/tools/app/code-run";
import { codeTools } from "@/lib/tools/app/code-tools";

async function runWith(outcome: CodeOutcome) {
  const asked: unknown[] = [];
  const tool = codeTools.find(({ name }) => name === "run_python");
  const env = {
    now: () => 0,
    timeZone: "UTC",
    fetchPage: () => Promise.reject(),
    runTask: () => Promise.reject(),
    runCode: async (request: unknown) => {
      asked.push(request);
      return outcome;
    },
  };
  const context = { signal: new AbortController().signal, onProgress: () => undefined };
  return { asked, result: await tool?.run({ code: "1 + 1" }, env, context) };
}

test("the tools ask for permission, each time without a rule", () => {
  expect(codeTools.map(({ name, runsUnasked }) => [name, runsUnasked])).toEqual([
    ["run_javascript", undefined],
    ["run_python", undefined],
  ]);
});

test("a run returns what the code has shown, with pictures as media", async () => {
  const { asked, result } = await runWith({
    items: [
      { type: "value", text: "2" },
      { type: "picture", media: "image/png", url: "data:image/png;base64,iVBORw0KGgo" },
    ],
  });
  expect(asked).toEqual([{ language: "python", code: "1 + 1" }]);
  expect(result).toEqual({
    text: "=> 2\n[The user sees a picture: image/png]",
    media: [{ type: "image/png", url: "data:image/png;base64,iVBORw0KGgo" }],
  });
});

test.each<[CodeOutcome, object]>([
  [{ items: [{ type: "error", text: "Error: bad" }] }, { text: "Error: bad", problem: "failed" }],
  [
    { items: [{ type: "text", text: "a\n" }], problem: "timeout" },
    { text: "a", problem: "timeout" },
  ],
  [
    { items: [], problem: "stopped" },
    { text: "", problem: "stopped" },
  ],
  [
    { items: [], problem: "crashed" },
    { text: "", problem: "failed" },
  ],
  [
    { items: [], problem: "network" },
    { text: "", problem: "network" },
  ],
])("the outcome %j is a problem", async (outcome, expected) => {
  expect((await runWith(outcome)).result).toEqual(expected);
});
