import { readFileSync } from "node:fs";
import neededPolyfills from "../../scripts/needed-polyfills.mjs";

const path = "node_modules/next/dist/build/polyfills/polyfill-module.js";

/** A `URL` without `canParse`, as in older browsers. */
class OldUrl {
  readonly url: URL;

  constructor(text: string, base?: string) {
    this.url = new URL(text, base);
  }
}

/** Runs what remains of Next's polyfills with a given `URL`. */
function runWith(given: object): void {
  new Function("URL", neededPolyfills(readFileSync(path, "utf8")))(given);
}

test("of Next's polyfills, the one that supported browsers may lack remains", () => {
  runWith(OldUrl);
  const { canParse } = OldUrl as unknown as typeof URL;
  expect([canParse("https://host.test"), canParse("/a", "https://host.test"), canParse("a")]).toEqual([
    true,
    true,
    false,
  ]);
  const current = { canParse: () => "its own" };
  runWith(current);
  expect(current.canParse()).toBe("its own");
});

test("a version of Next with different polyfills fails the build", () => {
  expect(() => neededPolyfills("Array.prototype.at||(a)")).toThrow(/changed/);
  expect(() => neededPolyfills('"canParse"in URL||(a),Array.prototype.at||(b)')).toThrow(/changed/);
});
