import { endpointOf, publicUrlFor, secretNames } from "@/lib/providers/provider";
import { acme, keyless, paired } from "../../support/test-server";

test.each([
  ["one secret", acme, ["apiKey"]],
  ["two secrets, in their order", paired, ["keyId", "keySecret"]],
  ["no secret", keyless, []],
  ["nothing at all", { fields: {} }, []],
])("of a provider with %s the secret fields are named", (_name, provider, names) => {
  expect(secretNames(provider)).toEqual(names);
});

test("the address of a provider is its one endpoint field", () => {
  expect(endpointOf(acme)).toMatchObject({ name: "url", env: "ACME_URL", publicUrl: "https://api.acme.example" });
  expect(endpointOf({ fields: {} })).toBeUndefined();
});

test.each([
  ["v2/chat", "https://next.acme.example"],
  ["v2", "https://api.acme.example"],
  ["v1/v2/chat", "https://api.acme.example"],
  ["", "https://api.acme.example"],
])("the path %p is below the public address %s", (path, address) => {
  expect(publicUrlFor({ ...acme, hosts: { "v2/": "https://next.acme.example" } }, path)).toBe(address);
});

test("a provider without any address has none for a path either", () => {
  expect(publicUrlFor({ fields: {} }, "v1/chat")).toBeUndefined();
});
