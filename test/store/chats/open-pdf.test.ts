/** @jest-environment jsdom */
import type { Records } from "@/store/records/records";

let started: FakeWorker[] = [];

/** The worker of a PDF file, which does nothing itself. */
class FakeWorker extends EventTarget {
  isTerminated = false;
  constructor() {
    super();
    started.push(this);
  }
  terminate() {
    this.isTerminated = true;
    done.push("terminate");
  }
  fail() {
    this.dispatchEvent(Object.assign(new Event("error"), { message: "Out of memory." }));
  }
}
Object.assign(globalThis, { Worker: FakeWorker });

/** The calls of the library and the worker, in order. */
const done: string[] = [];
const library: { pdf: Promise<object>; destroyed: Promise<void> } = {
  pdf: Promise.resolve({}),
  destroyed: Promise.resolve(),
};

jest.mock("pdfjs-dist/legacy/build/pdf.min.mjs", () => ({
  TextLayer: class {},
  PDFWorker: { create: () => ({ destroy: () => done.push("worker") }) },
  getDocument: () => ({
    promise: library.pdf,
    destroy: () => {
      done.push("task");
      return library.destroyed;
    },
  }),
}));

import { openPdf } from "@/store/chats/open-pdf";

const never = new Promise<never>(() => {});
const size = { width: 600, height: 800 };
const pdfWith = (page: Promise<object>) => Promise.resolve({ getPage: () => page });
const page = Promise.resolve({ getViewport: () => size });
const records = {
  database: { readBlob: async () => ({ type: "application/pdf", bytes: new ArrayBuffer(4) }) },
} as unknown as Records;

/** Starts to open a file. */
async function open() {
  const opening = new AbortController();
  const failures: string[] = [];
  const context = { records } as Parameters<typeof openPdf>[2];
  const result = openPdf(
    "f",
    { signal: opening.signal, onFailed: ({ message }) => failures.push(message) },
    context,
  ).catch((thrown: Error) => thrown.message);
  await jest.advanceTimersByTimeAsync(0);
  return { result, failures, close: () => opening.abort("closed") };
}

beforeEach(() => {
  jest.useFakeTimers();
  started = [];
  done.length = 0;
  Object.assign(library, { pdf: pdfWith(page), destroyed: Promise.resolve() });
});
afterEach(() => jest.useRealTimers());

test("an opened file is closed by its signal, and its worker ends after the library has released it", async () => {
  let release = () => {};
  library.destroyed = new Promise((resolve) => {
    release = resolve;
  });
  const { result, failures, close } = await open();
  expect(await result).toMatchObject({ firstSize: size });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual([]);
  close();
  await jest.advanceTimersByTimeAsync(500);
  expect(done).toEqual(["task"]);
  release();
  await jest.advanceTimersByTimeAsync(0);
  expect(done).toEqual(["task", "worker", "terminate"]);
  expect(failures).toEqual([]);
});

test("a worker that does not answer is terminated after a second", async () => {
  library.destroyed = never;
  const { result, close } = await open();
  await result;
  close();
  await jest.advanceTimersByTimeAsync(1000);
  expect(done).toEqual(["task", "worker", "terminate"]);
});

test.each([
  ["while the file is parsed", never],
  ["while the first page is read", pdfWith(never)],
])("closing %s ends the opening and its worker", async (_, pdf) => {
  library.pdf = pdf;
  const { result, close } = await open();
  close();
  await jest.advanceTimersByTimeAsync(0);
  expect([await result, done]).toEqual([undefined, ["task", "worker", "terminate"]]);
});

test.each([
  ["the file", never],
  ["the first page", pdfWith(never)],
])("%s may take 30 seconds", async (_, pdf) => {
  library.pdf = pdf;
  const { result } = await open();
  await jest.advanceTimersByTimeAsync(29_999);
  expect(done).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect([await result, done]).toEqual(["The first page took too long.", ["task", "worker", "terminate"]]);
});

test("a worker that fails is reported while the file opens, and afterwards", async () => {
  library.pdf = pdfWith(never);
  const opening = await open();
  started[0]?.fail();
  expect(await opening.result).toBe("Out of memory.");
  library.pdf = pdfWith(page);
  const { result, failures } = await open();
  await result;
  started[1]?.fail();
  expect(failures).toEqual(["Out of memory."]);
});
