import { brandFile } from "@/store/library/brand-file";
import { fakeEnvironment } from "../../support/fake-environment";

const place = { path: "/under", name: "masks.json" };

test.each([
  [undefined, "/under/masks.json"],
  ["", "/under/masks.json"],
  ["/harbour.json", "/under/harbour.json"],
  ["https://harbour.test/masks.json", "https://harbour.test/masks.json"],
])("if the brand has %p, fetches the file from %s", async (given, address) => {
  const env = fakeEnvironment({ responses: [Response.json({ en: [] })] });
  expect(await brandFile(env, given, place)).toEqual({ en: [] });
  expect(env.calls.map(({ url }) => url)).toEqual([address]);
});

test("does not fetch content inside the brand file", async () => {
  const env = fakeEnvironment();
  expect(await brandFile(env, { en: [1] }, place)).toEqual({ en: [1] });
  expect(env.calls).toEqual([]);
});

test("throws if a file is missing", async () => {
  const env = fakeEnvironment({ responses: [new Response("", { status: 404 })] });
  await expect(brandFile(env, "/harbour.json", place)).rejects.toThrow("HTTP 404");
});
