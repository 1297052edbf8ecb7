/** @jest-environment jsdom */
import { onLaunches } from "@/lib/platform/launches";

const handle = { name: "tide.txt" } as FileSystemFileHandle;

interface Launch {
  readonly targetURL?: string;
  readonly files?: readonly FileSystemFileHandle[];
}

/** Gives the page launches as a browser does, some of which wait before anybody asks; returns what is taken. */
function launched(waiting: readonly Launch[], later: readonly Launch[] = [], base = "") {
  let consume: (launch: Launch) => void = () => {};
  const setConsumer = (consumer: typeof consume) => {
    consume = consumer;
    waiting.forEach(consumer);
  };
  Object.defineProperty(window, "launchQueue", { configurable: true, value: { setConsumer } });
  const taken: (readonly FileSystemFileHandle[] | string)[] = [];
  onLaunches(base, { files: (handles) => taken.push(handles), path: (path) => taken.push(path) });
  for (const launch of later) consume(launch);
  return taken;
}

const home = "http://localhost/";

/** jsdom knows no navigation. */
function comeBy(type: string, name = home): void {
  const value = () => [{ type, name }];
  Object.defineProperty(performance, "getEntriesByType", { configurable: true, value });
}

beforeEach(() => comeBy("navigate"));
afterEach(() => Reflect.deleteProperty(window, "launchQueue"));

test("files of a launch are taken, and a launch without any is none", () => {
  expect(launched([{}, { targetURL: home, files: [] }, { targetURL: home, files: [handle] }])).toEqual([[handle]]);
});

test("a shortcut and a shared text go their ways in the window that is there; the app's own address needs none", () => {
  const later = [`${home}new-chat`, home, `${home}?fill=low%20tide`].map((targetURL) => ({ targetURL }));
  expect(launched([], later)).toEqual(["/new-chat", "/?fill=low%20tide"]);
});

test("the launch that has opened the page is not followed a second time; the same one later is", () => {
  comeBy("navigate", `${home}new-chat`);
  const shortcut = { targetURL: `${home}new-chat` };
  expect(launched([shortcut])).toEqual([]);
  expect(launched([shortcut], [shortcut])).toEqual(["/new-chat"]);
});

test("below a base path, what lies beside it is not the app's", () => {
  const addresses = [`${home}base/masks`, `${home}base/`, `${home}masks`, "https://evil.example/base/masks"];
  const later = addresses.map((targetURL) => ({ targetURL }));
  expect(launched([], later, "/base")).toEqual(["/masks"]);
});

test("a page that is read anew takes nothing of what it has taken before, and what comes later", () => {
  comeBy("reload");
  const given = { targetURL: home, files: [handle] };
  expect(launched([given])).toEqual([]);
  expect(launched([given], [given, { targetURL: `${home}masks` }])).toEqual([[handle], "/masks"]);
});

test("a browser without launches is asked for none", () => {
  expect(() => onLaunches("", { files: () => {}, path: () => {} })).not.toThrow();
});
