import { AppError } from "@/lib/errors";
import { errorResponse, refusals, refuse } from "@/lib/server/error-response";

test("a refusal becomes its status, its code and its text, and nothing else", async () => {
  const response = errorResponse(refuse("too-many-codes", { retryAfterSeconds: 42 }));
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    429,
    "42",
    { error: { code: "rate-limit", message: "Too many wrong access codes. Try again later." } },
  ]);
});

test.each([
  ["an error of the platform", new TypeError("hidden")],
  ["an error of the product that is no refusal", new AppError("auth", { message: "hidden" })],
  ["an error with a made-up refusal", new AppError("auth", { refusal: "hidden" })],
  ["an inherited name as the refusal", new AppError("auth", { refusal: "constructor" })],
  ["no error at all", "hidden"],
  ["nothing", undefined],
])("%s is unexpected, and its text is not exposed", async (_, thrown) => {
  const response = errorResponse(thrown);
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: { code: "unexpected", message: "The server failed." } },
  ]);
});

test("every refusal has a status of failure", () => {
  for (const { status } of Object.values(refusals)) expect(status).toBeGreaterThanOrEqual(400);
});
