import { failureCode, isMalformedHttp } from "@/lib/server/failure-code";

const coded = (code: unknown, message = "hidden") => Object.assign(new Error(message), { code });

test.each([
  [coded("ECONNRESET"), "ECONNRESET"],
  [new TypeError("terminated", { cause: coded("UND_ERR_SOCKET") }), "UND_ERR_SOCKET"],
  [new Error("a", { cause: new Error("b", { cause: coded("HPE_INVALID_CONSTANT") }) }), "HPE_INVALID_CONSTANT"],
  [coded("words of a reply"), "unknown"],
  [coded(7), "unknown"],
  [new Error("hidden"), "unknown"],
  ["hidden", "unknown"],
])("the code of %p is %s", (thrown, code) => {
  expect([failureCode(thrown), isMalformedHttp(thrown)]).toEqual([code, code.startsWith("HPE_")]);
});

test("stops at an error that is its own cause", () => {
  const error: Error = new Error("a");
  error.cause = error;
  expect(failureCode(error)).toBe("unknown");
});
