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
  onLaunches(base, {
    files: (handles) => taken.push(handles),
    path: (path) => taken.push(path),
    link: (fragment) => taken.push(`link ${fragment}`),
  });
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

test("opens the files of a launch, and ignores a launch without any", () => {
  expect(launched([{}, { targetURL: home, files: [] }, { targetURL: home, files: [handle] }])).toEqual([[handle]]);
});

test("opens shortcuts and shared texts in the existing window, and ignores the app's own address", () => {
  const later = [`${home}new-chat`, home, `${home}?fill=low%20tide`].map((targetURL) => ({ targetURL }));
  expect(launched([], later)).toEqual(["/new-chat", "/?fill=low%20tide"]);
});

test("ignores the launch that loaded the page, but not the same launch later", () => {
  comeBy("navigate", `${home}new-chat`);
  const shortcut = { targetURL: `${home}new-chat` };
  expect(launched([shortcut])).toEqual([]);
  expect(launched([shortcut], [shortcut])).toEqual(["/new-chat"]);
});

test("ignores addresses outside the base path", () => {
  const addresses = [`${home}base/masks`, `${home}base/`, `${home}masks`, "https://evil.example/base/masks"];
  const later = addresses.map((targetURL) => ({ targetURL }));
  expect(launched([], later, "/base")).toEqual(["/masks"]);
});

test("passes encrypted links and those for this device on, and no fragment of another page", () => {
  const links = ["artifacts#2.d.a.b", "artifacts/#1.c.a.b", "artifacts?id=a#m", "masks#2.d.a.b"];
  const later = links.map((link) => ({ targetURL: `${home}base/${link}` }));
  expect(launched([], later, "/base")).toEqual(["link #2.d.a.b", "link #1.c.a.b", "/artifacts?id=a", "/masks"]);
  expect(launched([], [{ targetURL: "https://evil.example/base/artifacts#2.d.a.b" }], "/base")).toEqual([]);
});

test("after a reload, ignores handled launches and opens later ones", () => {
  comeBy("reload");
  const given = { targetURL: home, files: [handle] };
  expect(launched([given])).toEqual([]);
  expect(launched([given], [given, { targetURL: `${home}masks` }])).toEqual([[handle], "/masks"]);
});

test("does nothing if the browser has no launch queue", () => {
  expect(() => onLaunches("", { files: () => {}, path: () => {}, link: () => {} })).not.toThrow();
});
