import { endpointOf, publicUrlFor, secretNames } from "@/lib/providers/provider";
import { acme, keyless, paired } from "../../support/test-server";

test.each([
  ["one secret", acme, ["apiKey"]],
  ["two secrets, in their order", paired, ["keyId", "keySecret"]],
  ["no secret", keyless, []],
  ["no fields", { fields: {} }, []],
])("lists the secret fields of a provider with %s", (_name, provider, names) => {
  expect(secretNames(provider)).toEqual(names);
});

test("the address of a provider is its only endpoint field", () => {
  expect(endpointOf(acme)).toMatchObject({ name: "url", env: "ACME_URL", publicUrl: "https://api.acme.example" });
  expect(endpointOf({ fields: {} })).toBeUndefined();
});

test.each([
  ["v2/chat", "https://next.acme.example"],
  ["v2", "https://api.acme.example"],
  ["v1/v2/chat", "https://api.acme.example"],
  ["", "https://api.acme.example"],
])("the public address for the path %p is %s", (path, address) => {
  expect(publicUrlFor({ ...acme, hosts: { "v2/": "https://next.acme.example" } }, path)).toBe(address);
});

test("a provider without an address has no public address for a path", () => {
  expect(publicUrlFor({ fields: {} }, "v1/chat")).toBeUndefined();
});
