import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { pngOf } from "../support/png";

const scope = "https://parley.test/under/";
const folder = `${scope}api/cache/`;

type Listener = (event: {
  request: { url: string; method: string; destination: string; formData(): Promise<FormData> };
  respondWith(response: Promise<Response>): void;
}) => void;

/** Runs the worker's program as a browser would, with a store of its own; returns what asks it. */
function startWorker() {
  const kept = new Map<string, Response>();
  const listeners = new Map<string, Listener>();
  const cache = {
    put: async (url: string, response: Response) => void kept.set(url, response),
    delete: async (url: string) => kept.delete(url),
  };
  const caches = { open: async () => cache, match: async (url: string) => kept.get(url)?.clone() };
  const self = {
    registration: { scope },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  const known = { self, caches, crypto, URL, Response, Blob, Uint8Array, String };
  runInNewContext(readFileSync("public/service-worker/pictures.js", "utf8"), known);
  return async (
    method: string,
    url: string,
    { destination = "", file }: { destination?: string; file?: Blob } = {},
  ) => {
    const form = new FormData();
    if (file) form.append("file", file, "tide.png");
    const answers: Promise<Response>[] = [];
    const request = { url, method, destination, formData: async () => form };
    listeners.get("fetch")?.({ request, respondWith: (response) => void answers.push(response) });
    return answers[0];
  };
}

/** What the worker answers; it must be its business. */
async function answered(answer: Promise<Response | undefined>): Promise<Response> {
  const response = await answer;
  if (!response) throw new Error("The worker left it to the network.");
  return response;
}

const png = () => new Blob([new Uint8Array(pngOf(2, 2, [1, 2, 3]))], { type: "text/html" });

async function uploaded(ask: ReturnType<typeof startWorker>): Promise<string> {
  const response = await answered(ask("POST", `${folder}upload`, { file: png() }));
  return (await response.json()).data;
}

test("stores an image under a new address, serves it with its media type, and deletes it", async () => {
  const ask = startWorker();
  const url = await uploaded(ask);
  expect(url).toMatch(/^https:\/\/parley\.test\/under\/api\/cache\/[\w-]{36}\.png$/);
  const served = await answered(ask("GET", url, { destination: "image" }));
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(pngOf(2, 2, [1, 2, 3]));
  expect(await (await ask("DELETE", url))?.json()).toEqual({ code: 0 });
  expect((await ask("GET", url))?.status).toBe(404);
});

test.each(["document", "iframe", "script", "object"])("never serves an image as a %s", async (destination) => {
  const ask = startWorker();
  expect((await ask("GET", await uploaded(ask), { destination }))?.status).toBe(404);
});

test("rejects a file that is not an image, whatever its name", async () => {
  const file = new Blob(["<svg onload=alert(1)>"], { type: "image/png" });
  const response = await startWorker()("POST", `${folder}upload`, { file });
  expect([response?.status, await response?.json()]).toEqual([415, { code: 1, msg: "This is no picture." }]);
});

test.each([
  ["PUT", `${folder}x.png`, 405],
  ["GET", `${folder}unknown.png`, 404],
])("%s %s returns %d", async (method, url, status) => {
  expect((await startWorker()(method, url))?.status).toBe(status);
});

test.each([`${scope}api/config`, `${scope}chat`, "https://elsewhere.test/under/api/cache/x.png"])(
  "does not handle %s @S10.2",
  async (url) => {
    expect(await startWorker()("GET", url)).toBeUndefined();
  },
);
