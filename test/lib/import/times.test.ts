import { readTime } from "@/lib/import/times";

const moment = Date.UTC(2025, 5, 1, 10, 0, 5);

test.each([
  ["seconds with a fraction", moment / 1000 + 0.25, moment + 250],
  ["whole seconds", moment / 1000, moment],
  ["milliseconds", moment, moment],
  ["milliseconds as text", String(moment), moment],
  ["microseconds", moment * 1000, moment],
  ["microseconds as text", String(moment * 1000), moment],
  ["nanoseconds", moment * 1e6, moment],
  ["ISO text", "2025-06-01T10:00:05Z", moment],
  ["ISO text with microseconds", "2025-06-01T10:00:05.250000Z", moment + 250],
  ["ISO text with a zone", "2025-06-01T12:00:05+02:00", moment],
  ["ISO text without a zone", "2025-06-01 10:00:05", moment],
  ["a day", "2025-06-01", Date.UTC(2025, 5, 1)],
])("parses %s", (_name, value, expected) => {
  expect(readTime(value)).toBe(expected);
});

test.each([
  null,
  undefined,
  "",
  "yesterday",
  "08:12:16 GMT-0400",
  "2025-13-45",
  0,
  -5,
  -0,
  1e300,
  8.64e15 * 1e6,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "Infinity",
  "NaN",
  "-5",
  "1e300",
  "1969-01-01T00:00:00Z",
  "9999-01-01T00:00:00Z",
  true,
  {},
  [],
])("rejects %j as a timestamp", (value) => {
  expect(readTime(value)).toBeUndefined();
});
