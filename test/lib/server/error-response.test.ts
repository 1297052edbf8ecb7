import { AppError } from "@/lib/errors";
import { errorResponse, refusals, refuse } from "@/lib/server/error-response";

test("responds to a refusal with only its status, code and text @A2.6", async () => {
  const response = errorResponse(refuse("too-many-codes", { retryAfterSeconds: 42 }));
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    429,
    "42",
    { error: { code: "rate-limit", message: "Too many wrong access codes. Try again later." } },
  ]);
});

test.each([
  ["a platform error", new TypeError("hidden")],
  ["an AppError that is not a refusal", new AppError("auth", { message: "hidden" })],
  ["an error with a made-up refusal", new AppError("auth", { refusal: "hidden" })],
  ["an inherited name as the refusal", new AppError("auth", { refusal: "constructor" })],
  ["a string", "hidden"],
  ["undefined", undefined],
])("responds to %s as unexpected, without its text @H5.6", async (_, thrown) => {
  const response = errorResponse(thrown);
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: { code: "unexpected", message: "Internal server error." } },
  ]);
});

test("every refusal has an error status", () => {
  for (const { status } of Object.values(refusals)) expect(status).toBeGreaterThanOrEqual(400);
});
