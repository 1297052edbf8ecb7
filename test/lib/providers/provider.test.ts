import { endpointOf, secretNames } from "@/lib/providers/provider";
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
