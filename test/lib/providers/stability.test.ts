import { notSupported } from "@/lib/errors";
import { stability } from "@/lib/providers/stability";
import { isRelayed } from "@/test/support/relayed";

test("has no chat models, and throws if it is used for chat", async () => {
  expect(stability.models).toEqual([]);
  await expect(stability.chat("ultra")).rejects.toEqual(notSupported());
});

test.each(["ultra", "core", "sd3"])("images of %s are generated at a path that the relay allows", async (model) => {
  const connection = { baseUrl: "/api/stability", headers: {} };
  const codec = await stability.image?.(model);
  const call = codec?.buildRequest({ model, prompt: "kite", options: {} }, connection);
  expect(call && isRelayed(stability, call)).toBe(true);
});

test.each(["", "upscale", "../../v1/user"])("has no image model %p", async (model) => {
  await expect(stability.image?.(model)).rejects.toEqual(notSupported());
});
