import { type PriceTable, readPriceTable } from "@/lib/prices/price-table";
import stored from "@/lib/prices/price-table.json";
import { costOfRecording, type TranscribedRecording } from "@/lib/prices/recording-cost";
import { noTokens } from "@/lib/prices/token-counts";

const at = Date.parse("2026-10-01");
const table = readPriceTable(stored) as PriceTable;
const groq = { providerName: "Groq", model: "whisper-large-v3-turbo" };
const openai = { providerName: "OpenAI", model: "whisper-1" };
const tokens = { inputTokens: 1000, inputAudioTokens: 1000, outputTokens: 200 };

test.each<[string, typeof groq, TranscribedRecording, object]>([
  ["a reported length", openai, { usage: { seconds: 60 }, measured: 90 }, { kind: "exact", micros: 6000 }],
  ["a measured length", groq, { measured: 90 }, { kind: "about", micros: 1000 }],
  [
    "reported tokens",
    { providerName: "OpenAI", model: "gpt-4o-mini-transcribe" },
    { usage: { tokens } },
    { kind: "exact", micros: 4000 },
  ],
])("%s has a price", (_name, called, recording, cost) => {
  expect(costOfRecording({ ...called, at }, recording, { table, own: [] }).cost).toEqual({ currency: "USD", ...cost });
});

test.each<[string, typeof groq, TranscribedRecording]>([
  ["no length", groq, {}],
  ["a negative length", groq, { usage: { seconds: -1 } }],
  ["an impossible length", groq, { usage: { seconds: 1e9 } }],
  ["another model", { providerName: "Groq", model: "tide-1" }, { measured: 90 }],
  ["a model that is priced by tokens", { providerName: "OpenAI", model: "gpt-4o-transcribe" }, { measured: 90 }],
])("with %s, the cost is unknown", (_name, called, recording) => {
  expect(costOfRecording({ ...called, at }, recording, { table, own: [] })).toEqual({
    counts: noTokens,
    cost: { kind: "unknown" },
  });
});

test("an old table and an own price make it about, or unknown", () => {
  const recording = { usage: { seconds: 60 } };
  const later = Date.parse("2027-10-01");
  expect(costOfRecording({ ...openai, at: later }, recording, { table, own: [] }).cost.kind).toBe("about");
  const own = [{ ...openai, currency: "EUR", price: { input: 1, output: 1 } }];
  expect(costOfRecording({ ...openai, at }, recording, { table, own }).cost).toEqual({ kind: "unknown" });
  expect(costOfRecording({ ...openai, at }, recording, { table: undefined, own: [] }).cost.kind).toBe("unknown");
});
