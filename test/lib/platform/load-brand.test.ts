/** @jest-environment jsdom */
import { brand } from "@/lib/platform/brand";
import { loadBrand } from "@/lib/platform/load-brand";

const told = jest.spyOn(console, "warn").mockImplementation(() => undefined);

beforeEach(() => told.mockClear());

const answered = (status: number, body: unknown = {}) =>
  ({ ok: status < 400, status, json: async () => body }) as Response;

test.each([
  { name: "no file", answer: async () => answered(404), warnings: [] },
  { name: "an empty file", answer: async () => answered(200), warnings: [] },
  { name: "a server error", answer: async () => answered(500), warnings: ["HTTP 500"] },
  {
    name: "no answer",
    answer: async () => {
      throw new TypeError("Failed to fetch");
    },
    warnings: ["Failed to fetch"],
  },
])("uses the product's own brand with $name, and logs a failure", async ({ answer, warnings }) => {
  window.brandFile = answer();
  await loadBrand();
  expect(brand.name).toBe("Parley");
  expect(told.mock.calls.map(([, error]) => error.message)).toEqual(warnings);
});
