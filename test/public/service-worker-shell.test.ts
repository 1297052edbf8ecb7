import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const scope = "https://parley.test/under/";
const shell = {
  version: "two",
  buildId: "parley.test",
  files: ["", "chat", "masks", "masks.json", "_next/static/a.js", "_next/static/b.js"],
  parts: [
    ["chat", ""],
    ["chat", "/_tree"],
    ["masks", "/_tree"],
  ],
  first: ["chat"],
  core: ["", "chat", "_next/static/a.js"],
  alternatives: [["_next/static/c.js", "_next/static/d.js"]],
};
const core = { keep: "core", loaded: [] };

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly headers: Headers;
}

interface Told {
  readonly data?: unknown;
  readonly request?: Asked;
  readonly ports?: readonly { postMessage(answer: unknown): void }[];
}

type Listener = (
  event: Told & {
    waitUntil(work: Promise<unknown>): void;
    respondWith(response: Promise<Response>): void;
  },
) => void;

/** Stores of a browser that hold what a test puts there. */
function fakeCaches(given: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const stores = new Map(
    Object.entries(given).map(([name, entries]) => [
      name,
      new Map(Object.entries(entries).map(([path, text]) => [scope + path, new Response(text)])),
    ]),
  );
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (key: string) => store.get(key)?.clone(),
      put: async (key: string, response: Response) => void store.set(key, response),
      delete: async (key: string) => store.delete(key),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    };
  };
  const match = async (key: string) =>
    [...stores.values()]
      .find((store) => store.has(key))
      ?.get(key)
      ?.clone();
  return {
    stores,
    open,
    match,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
}

/** Runs the worker's program as a browser would; the network answers each address with what the test says. */
function startWorker(
  given: Parameters<typeof fakeCaches>[0] = {},
  answerOf: (url: string) => Response | Promise<Response> = (url) => new Response(url),
  listed = shell,
  isOnline = true,
) {
  const caches = fakeCaches(given);
  const listeners = new Map<string, Listener>();
  const calls: string[] = [];
  let skipped = 0;
  let pass = () => {};
  const setTimeout = (done: (value: unknown) => void, _ms: number, value: unknown) => {
    pass = () => done(value);
  };
  const self = {
    shell: listed,
    registration: { scope },
    clients: { claim: async () => {} },
    navigator: { onLine: isOnline },
    skipWaiting: async () => {
      skipped += 1;
    },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  const fetch = async (asked: string | Asked, init: { headers?: Record<string, string> } = {}) => {
    const url = typeof asked === "string" ? asked : asked.url;
    calls.push([url.slice(scope.length), ...Object.values(init.headers ?? {})].join(" "));
    return answerOf(url);
  };
  runInNewContext(readFileSync("public/service-worker/shell.js", "utf8"), {
    ...{ self, caches, fetch, setTimeout, URL, Response, Promise, console: { warn: () => {} } },
  });
  async function tell(name: string, event: Told = {}) {
    const works: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    listeners.get(name)?.({
      ports: [],
      ...event,
      waitUntil: (work) => void works.push(work),
      respondWith: (response) => void answers.push(response),
    });
    await Promise.all(answers);
    await Promise.all(works);
    return answers[0];
  }
  return {
    caches,
    calls,
    tell,
    skipped: () => skipped,
    /** Lets the time go by for which the network is waited. */
    wait: () => pass(),
    ask: (path: string, { mode = "cors", method = "GET", headers = {} } = {}) =>
      tell("fetch", { request: { url: new URL(path, scope).href, mode, method, headers: new Headers(headers) } }),
  };
}

test("on a first visit, only what a chat needs and what the page has loaded is cached", async () => {
  const worker = startWorker();
  await worker.tell("message", { data: { keep: "first", loaded: [`${scope}_next/static/c.js`] } });
  expect(worker.calls.toSorted()).toEqual(["_next/static/c.js", "chat"]);
});

test("the first worker activates at once, and caches the listed files on request, once", async () => {
  const worker = startWorker();
  await worker.tell("install");
  expect([worker.calls, worker.skipped()]).toEqual([[], 1]);
  await worker.tell("message", { data: core });
  await worker.tell("message", { data: core });
  expect(worker.calls.toSorted()).toEqual(["", "_next/static/a.js", "chat", "chat?_rsc 1"]);
  const kept = [...(worker.caches.stores.get("shell-two")?.keys() ?? [])].map((key) => key.slice(scope.length));
  expect(kept.toSorted()).toEqual(["", "_next/static/a.js", "chat", "chat?part=", "service-worker/whole"]);
});

test("the first worker caches a batch of files per message, in order, and reports when all are cached", async () => {
  const files = Array.from({ length: 30 }, (_, index) => `file-${index}`);
  let open = 0;
  const worker = startWorker(
    {},
    async (url) => {
      expect(++open).toBe(1);
      await Promise.resolve();
      open -= 1;
      return new Response(url);
    },
    { ...shell, files, parts: [], core: files },
  );
  const answers: unknown[] = [];
  const ports = [{ postMessage: (answer: unknown) => answers.push(answer) }];
  for (const count of [12, 24, 30, 30]) {
    await worker.tell("message", { data: core, ports });
    expect(worker.calls).toEqual(files.slice(0, count));
  }
  expect(answers).toEqual(["more", "more", "whole", "whole"]);
});

test("a file that cannot be cached does not block others, and is requested again after a later message", async () => {
  let isDown = true;
  const worker = startWorker({}, (url) => new Response(url, { status: isDown && url.includes("chat") ? 500 : 200 }));
  const answers: unknown[] = [];
  const ports = [{ postMessage: (answer: unknown) => answers.push(answer) }];
  const keep = () => worker.tell("message", { data: core, ports });
  await expect(keep()).rejects.toThrow("These files cannot be kept: chat, chat?part=");
  isDown = false;
  await keep();
  expect(worker.calls).toEqual(["", "chat", "_next/static/a.js", "chat?_rsc 1", "chat", "chat?_rsc 1"]);
  expect(answers).toEqual(["failed", "whole"]);
});

test("a newer worker does not fetch a file with a content hash again, and waits for a message @S10.2", async () => {
  const worker = startWorker({ "shell-one": { "_next/static/a.js": "the same", chat: "old" } });
  await worker.tell("install");
  expect(worker.calls.toSorted()).toEqual(["", "chat", "chat?_rsc 1"]);
  expect(worker.skipped()).toBe(0);
  await worker.tell("message", { data: "something else" });
  expect(worker.skipped()).toBe(0);
  await worker.tell("message", { data: "take-over" });
  expect(worker.skipped()).toBe(1);
});

test.each([
  ["is missing", () => new Response("", { status: 404 })],
  ["must not be cached", () => new Response("", { headers: { "cache-control": "no-store" } })],
  ["is private", () => new Response("", { headers: { "cache-control": "private, max-age=60" } })],
])("a newer worker is not installed if a file %s", async (_name, answer) => {
  await expect(startWorker({ "shell-one": {} }, answer).tell("install")).rejects.toThrow("cannot be kept");
});

test("keeps the last earlier build and entries of other caches", async () => {
  const worker = startWorker({ "shell-zero": {}, "shell-one": {}, "chatgpt-next-web-file": {}, "shell-two": {} });
  await worker.tell("activate");
  expect([...worker.caches.stores.keys()]).toEqual(["shell-one", "chatgpt-next-web-file", "shell-two"]);
});

test.each([
  ["chat?id=7", { mode: "navigate" }, "page"],
  ["chat/", { mode: "navigate" }, "page"],
  ["chat?_rsc=x", { headers: { rsc: "1", "next-router-segment-prefetch": "/_tree" } }, "part"],
  ["_next/static/old.js", {}, "of the build before"],
])("serves %s from the cache", async (path, asked, text) => {
  const worker = startWorker({
    "shell-one": { "_next/static/old.js": "of the build before" },
    "shell-two": { chat: "page", "chat?part=%2F_tree": "part" },
  });
  expect(await (await worker.ask(path, asked))?.text()).toBe(text);
  expect(worker.calls).toEqual([]);
});

const cached = (worker: ReturnType<typeof startWorker>) =>
  [...(worker.caches.stores.get("shell-two")?.keys() ?? [])].map((key) => key.slice(scope.length));

test("caches a file of the build on its first use", async () => {
  const worker = startWorker();
  await worker.ask("_next/static/font.woff2");
  await worker.ask("masks", { mode: "navigate" });
  await worker.ask("masks?_rsc=x", { headers: { rsc: "1", "next-router-segment-prefetch": "/_tree" } });
  await worker.ask("masks.json");
  await worker.ask("elsewhere", { mode: "navigate" });
  expect(cached(worker)).toEqual(["_next/static/font.woff2", "masks", "masks?part=%2F_tree", "masks.json"]);
});

test("caches the chunks that a page may load in place of a used one", async () => {
  const worker = startWorker();
  await worker.ask("_next/static/d.js");
  await worker.ask("_next/static/c.js");
  expect(cached(worker)).toEqual(["_next/static/d.js", "_next/static/c.js"]);
  expect(worker.calls).toEqual(["_next/static/d.js", "_next/static/c.js"]);
  const later = startWorker();
  await later.tell("message", { data: { keep: "core", loaded: [`${scope}_next/static/c.js`] } });
  expect(cached(later)).toEqual(expect.arrayContaining(["_next/static/c.js", "_next/static/d.js"]));
});

test("never caches a page of another build", async () => {
  const worker = startWorker({}, () => new Response("the page of a newer build"));
  await worker.ask("masks", { mode: "navigate" });
  await expect(worker.tell("message", { data: core })).rejects.toThrow("cannot be kept: , chat");
  expect(cached(worker)).toEqual(["_next/static/a.js"]);
});

test.each([
  [
    "a page has loaded",
    { keep: "core", loaded: [`${scope}_next/static/b.js`, `${scope}masks.json`, "https://elsewhere.test/x"] },
  ],
  ["an installed app has", { keep: "all", loaded: [] }],
])("caches the files that %s", async (_who, data) => {
  const worker = startWorker();
  await worker.tell("message", { data });
  const more = data.keep === "all" ? ["chat?part=%2F_tree", "masks", "masks?part=%2F_tree"] : [];
  const others = ["", "_next/static/a.js", "_next/static/b.js", "chat", "chat?part=", "masks.json"];
  expect(cached(worker).toSorted()).toEqual([...others, ...more, "service-worker/whole"].toSorted());
});

test.each([
  ["without a network, the build before answers until a page has used this one", false, {}, "before"],
  ["without a network, this build answers once a page has used it", false, { "service-worker/whole": "" }, "this"],
  ["with a network, this build answers", true, {}, "this"],
])("%s", async (_name, isOnline, mark, text) => {
  const caches = { "shell-one": { chat: "before" }, "shell-two": { chat: "this", ...mark } };
  const worker = startWorker(caches, undefined, shell, isOnline);
  expect(await (await worker.ask("chat", { mode: "navigate" }))?.text()).toBe(text);
});

test.each([
  ["api/config", {}],
  ["api/openai/v1/models", { mode: "navigate" }],
  ["chat", { method: "POST" }],
  ["masks.json?at=now", {}],
  ["masks.json", { headers: { range: "bytes=0-1" } }],
  ["https://elsewhere.test/under/chat", {}],
  ["https://parley.test/other", { mode: "navigate" }],
])("does not handle %s %j @S10.2", async (path, asked) => {
  expect(await startWorker().ask(path, asked)).toBeUndefined();
});

describe("a file that an operator may change between two builds", () => {
  const kept = { "shell-two": { "config.json": "of before" } };
  const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
  const lastKept = async (worker: ReturnType<typeof startWorker>) =>
    (await worker.caches.stores.get("shell-two")?.get(`${scope}config.json`)?.clone().text()) ?? "nothing";

  test("is fetched again and cached", async () => {
    const worker = startWorker(kept, () => json("of now"));
    expect(await (await worker.ask("config.json"))?.text()).toBe("of now");
    expect(await lastKept(worker)).toBe("of now");
  });

  test.each([
    ["there is no network", () => Promise.reject(new Error("offline"))],
    ["the server fails", () => new Response("", { status: 502 })],
    [
      "a network responds with its own page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    ],
  ])("comes from the cache if %s", async (_how, answerOf) => {
    const worker = startWorker(kept, answerOf);
    expect(await (await worker.ask("config.json"))?.text()).toBe("of before");
    expect(await lastKept(worker)).toBe("of before");
  });

  test("comes from the cache if the network is slow, and the late response is cached", async () => {
    let arrive = (_response: Response) => {};
    const worker = startWorker(kept, () => new Promise<Response>((resolve) => (arrive = resolve)));
    const asked = worker.ask("config.json");
    await Promise.resolve();
    await new Promise(setImmediate);
    worker.wait();
    expect(await (await asked)?.text()).toBe("of before");
    arrive(json("of now"));
    await new Promise(setImmediate);
    expect(await lastKept(worker)).toBe("of now");
  });

  test("is missing if it was removed", async () => {
    const worker = startWorker(kept, () => new Response("", { status: 404 }));
    expect((await worker.ask("config.json"))?.status).toBe(404);
    expect(await lastKept(worker)).toBe("nothing");
  });
});
