import fc from "fast-check";
import { newPull, pullCall, pulledBytes, readPullName, reducePull } from "@/lib/providers/codecs/ollama-pull";

const begun = '{"status":"pulling 8934d96d3f08","digest":"sha256:8934d9","total":900}';
const half = '{"status":"pulling 8934d96d3f08","digest":"sha256:8934d9","total":900,"completed":450}';
const other = '{"status":"pulling 1f2e3d","digest":"sha256:1f2e3d","total":100,"completed":100}';

test("a call names the model and asks for a stream", () => {
  const connection = { baseUrl: "http://localhost:11434", headers: { authorization: "Bearer k" } };
  expect(pullCall("qwen3:8b", connection)).toEqual({
    method: "POST",
    url: "http://localhost:11434/api/pull",
    headers: { authorization: "Bearer k", "Content-Type": "application/json", Accept: "application/json" },
    body: '{"model":"qwen3:8b","stream":true}',
  });
});

test.each([
  ["qwen3:8b", "qwen3:8b"],
  [" hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M ", "hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M"],
  ["", undefined],
  ["two words", undefined],
  ["ollama run qwen3", undefined],
  ["q\u0000", undefined],
  ["q".repeat(301), undefined],
])("the text %j names the model %j", (text, name) => {
  expect(readPullName(text)).toBe(name);
});

test.each<[readonly string[], object, boolean]>([
  [['{"status":"pulling manifest"}'], { completed: 0, total: 0 }, false],
  [[begun], { completed: 0, total: 900 }, false],
  [[begun, half], { completed: 450, total: 900 }, false],
  [[half, other], { completed: 550, total: 1000 }, false],
  [[half, other, '{"status":"verifying sha256 digest"}'], { completed: 550, total: 1000 }, false],
  [[half, '{"status":"success"}'], { completed: 450, total: 900 }, true],
  [['{"digest":"d","total":10,"completed":20}'], { completed: 10, total: 10 }, false],
  [['{"digest":"d","total":-1}', '{"digest":"e","total":"9"}', "[]", "x"], { completed: 0, total: 0 }, false],
])("the lines %j are a download of %j, complete: %p", (lines, bytes, isComplete) => {
  const state = lines.reduce(reducePull, newPull);
  expect([pulledBytes(state), state.isComplete]).toEqual([bytes, isComplete]);
});

test.each([
  ["pull model manifest: file does not exist", "not-found"],
  ["write /models/blobs: no space left on device", "server"],
])("the error %j is one of the kind %s", (message, kind) => {
  const { error, files } = reducePull(reducePull(newPull, half), JSON.stringify({ error: message }));
  expect([error?.kind, error?.message]).toEqual([kind, message]);
  expect(files).toEqual({ "sha256:8934d9": { total: 900, completed: 450 } });
});

test("the files of a download are bounded", () => {
  const lines = Array.from({ length: 300 }, (_, index) => JSON.stringify({ digest: `d${index}`, total: 1 }));
  expect(pulledBytes(lines.reduce(reducePull, newPull)).total).toBe(200);
});

test("no line makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (line) => {
      reducePull(newPull, line);
      reducePull(newPull, `{"digest":"d","total":${line},"completed":${line},"status":${line}}`);
    }),
  );
});
