import { slotsAround } from "@/components/chat/thread/message-slot";

describe("the slots around the rendered messages", () => {
  it.each([
    { start: 0, end: 12, total: 12, slots: { start: 0, end: 12 } },
    { start: 388, end: 400, total: 400, slots: { start: 256, end: 400 } },
    { start: 383, end: 400, total: 400, slots: { start: 128, end: 400 } },
    { start: 5000, end: 5060, total: 10_000, slots: { start: 4864, end: 5248 } },
    { start: 0, end: 0, total: 0, slots: { start: 0, end: 0 } },
  ])("are $slots for the messages $start to $end of $total", ({ start, end, total, slots }) => {
    expect(slotsAround({ start, end }, total)).toEqual(slots);
  });

  it("stay the same while fewer than 128 messages are added above", () => {
    const starts = Array.from({ length: 127 }, (_, step) => slotsAround({ start: 511 - step, end: 520 }, 600).start);
    expect(new Set(starts)).toEqual(new Set([256]));
  });
});
