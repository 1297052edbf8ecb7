/** @jest-environment jsdom */
import { onOpenedFiles } from "@/lib/platform/opened-files";

const handle = { name: "tide.txt" } as FileSystemFileHandle;

/** Gives the page launches as a browser does, which has some before anybody asks; answers what is taken. */
function launched(launches: readonly { readonly files?: readonly FileSystemFileHandle[] }[]) {
  const setConsumer = (consume: (launch: (typeof launches)[number]) => void) => launches.forEach(consume);
  Object.defineProperty(window, "launchQueue", { configurable: true, value: { setConsumer } });
  const taken: (readonly FileSystemFileHandle[])[] = [];
  onOpenedFiles((handles) => taken.push(handles));
  return taken;
}

/** jsdom knows no navigation. */
function comeBy(type: string): void {
  const value = () => [{ type }];
  Object.defineProperty(performance, "getEntriesByType", { configurable: true, value });
}

beforeEach(() => comeBy("navigate"));
afterEach(() => Reflect.deleteProperty(window, "launchQueue"));

test("files of a launch are taken, and a launch without any is none", () => {
  expect(launched([{}, { files: [] }, { files: [handle] }])).toEqual([[handle]]);
});

test("a page that is read anew takes no files, which it has taken before", () => {
  comeBy("reload");
  expect(launched([{ files: [handle] }])).toEqual([]);
});

test("a browser that opens no files is asked for none", () => {
  expect(() => onOpenedFiles(() => {})).not.toThrow();
});
