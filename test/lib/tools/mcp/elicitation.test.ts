import { readElicitation } from "@/lib/tools/mcp/elicitation";

const form = (properties: Readonly<Record<string, unknown>>, required?: readonly string[]) => ({
  message: "Book a trip",
  requestedSchema: { type: "object", properties, ...(required && { required }) },
});

const plain = { description: "", isRequired: false };

test("reads the fields of a form in their order", () => {
  const properties = {
    name: { type: "string", title: "Name", description: "Your name", minLength: 2, maxLength: 40 },
    mail: { type: "string", format: "email", default: "a@b.test" },
    age: { type: "integer", minimum: 18, maximum: 120, default: 30 },
    share: { type: "number" },
    agrees: { type: "boolean", default: true },
    seat: { type: "string", enum: ["w", "a"], enumNames: ["Window", "Aisle"], default: "a" },
    meal: { type: "string", oneOf: [{ const: "m1", title: "Fish" }], default: "unknown" },
    extras: { type: "array", items: { enum: ["bag", "pet"] }, minItems: 1, default: ["pet", "pet", "gone"] },
    days: { type: "array", items: { anyOf: [{ const: "d1", title: "Monday" }] }, maxItems: 1 },
  };
  expect(readElicitation(form(properties, ["name", "seat"]))).toEqual({
    type: "form",
    message: "Book a trip",
    fields: [
      { ...{ name: "name", title: "Name", description: "Your name", isRequired: true }, ...text(2, 40) },
      { ...plain, ...text(0, 10_000), name: "mail", title: "mail", format: "email", default: "a@b.test" },
      { ...plain, name: "age", title: "age", kind: "number", isInteger: true, min: 18, max: 120, default: 30 },
      { ...plain, name: "share", title: "share", kind: "number", isInteger: false },
      { ...plain, name: "agrees", title: "agrees", kind: "boolean", default: true },
      {
        ...{ ...plain, name: "seat", title: "seat", isRequired: true, kind: "choice", default: "a" },
        options: [
          { value: "w", label: "Window" },
          { value: "a", label: "Aisle" },
        ],
      },
      {
        ...{ ...plain, name: "meal", title: "meal", kind: "choice", default: "" },
        options: [{ value: "m1", label: "Fish" }],
      },
      {
        ...{ ...plain, name: "extras", title: "extras", kind: "choices", min: 1, max: 2, default: ["pet"] },
        options: [
          { value: "bag", label: "bag" },
          { value: "pet", label: "pet" },
        ],
      },
      {
        ...{ ...plain, name: "days", title: "days", kind: "choices", min: 0, max: 1, default: [] },
        options: [{ value: "d1", label: "Monday" }],
      },
    ],
  });
});

function text(minLength: number, maxLength: number) {
  return { kind: "text", format: undefined, minLength, maxLength, default: "" };
}

test("reads a page to open", () => {
  const link = { mode: "url", message: "Sign in", elicitationId: "1", url: "https://bank.test/in?x=1" };
  expect(readElicitation(link)).toEqual({ type: "link", message: "Sign in", url: "https://bank.test/in?x=1" });
});

test.each<[string, unknown]>([
  ["no parameters", undefined],
  ["no schema", { message: "Hello" }],
  ["a message that is too long", { ...form({}), message: "x".repeat(4001) }],
  ["too many fields", form(Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`f${at}`, { type: "string" }])))],
  ["a nested field", form({ address: { type: "object", properties: {} } })],
  ["a field without a type", form({ name: {} })],
  ["an unknown format", form({ name: { type: "string", format: "password" } })],
  ["options that are not texts", form({ seat: { type: "string", enum: [1] } })],
  ["no options", form({ seat: { type: "string", enum: [] } })],
  ["too many options", form({ seat: { type: "string", enum: Array.from({ length: 201 }, String) } })],
  ["a title that is too long", form({ name: { type: "string", title: "x".repeat(1001) } })],
  ["a name that is too long", form({ ["x".repeat(1001)]: { type: "string" } })],
  ["an unencrypted page", { mode: "url", message: "", url: "http://bank.test/" }],
  ["a script as page", { mode: "url", message: "", url: "javascript:alert(1)" }],
  ["a page with credentials", { mode: "url", message: "", url: "https://me:secret@bank.test/" }],
  ["an unknown mode", { ...form({}), mode: "video" }],
])("rejects %s", (_, params) => {
  expect(readElicitation(params)).toBeUndefined();
});
