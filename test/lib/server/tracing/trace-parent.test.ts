import fc from "fast-check";
import { readTraceParent } from "@/lib/server/tracing/trace-parent";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test("reads the ids, and whether the parent is recorded", () => {
  const parent = { traceId, spanId };
  expect(readTraceParent(`00-${traceId}-${spanId}-01`)).toEqual({ ...parent, isSampled: true });
  expect(readTraceParent(`00-${traceId}-${spanId}-00`)).toEqual({ ...parent, isSampled: false });
  expect(readTraceParent(`00-${traceId}-${spanId}-02`)).toEqual({ ...parent, isSampled: false });
  // A later version may have more fields.
  expect(readTraceParent(`cc-${traceId}-${spanId}-01-what-the-future-holds`)).toEqual({ ...parent, isSampled: true });
});

test.each([
  null,
  "",
  traceId,
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `cc-${traceId}-${spanId}-01-${"x".repeat(1000)}`,
])("an invalid header is ignored: %j", (header) => {
  expect(readTraceParent(header)).toBeUndefined();
});

test("whatever a header has, only hexadecimal ids come of it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("0", "a", "f", "-", "g", "\n"), maxLength: 60 }), (header) => {
      const read = readTraceParent(header);
      if (read) expect(`${read.traceId}-${read.spanId}`).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
    }),
  );
});
