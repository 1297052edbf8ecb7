import type { RequestField } from "@/lib/chat/tool-request";
import { formValues, initialInput, inputProblem } from "@/lib/tools/mcp/form-values";

const shared = { name: "f", title: "F", description: "", isRequired: false };
const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];
const text: RequestField = { ...shared, kind: "text", minLength: 0, maxLength: 5, default: "" };
const number: RequestField = { ...shared, kind: "number", isInteger: false, min: -1, max: 10 };
const choice: RequestField = { ...shared, kind: "choice", options, default: "" };
const choices: RequestField = { ...shared, kind: "choices", options, min: 2, max: 2, default: ["a"] };
const boolean: RequestField = { ...shared, kind: "boolean", default: true };
const required = (field: RequestField): RequestField => ({ ...field, isRequired: true });
const formatted = (format: "email" | "uri" | "date" | "date-time"): RequestField => ({
  ...{ ...shared, kind: "text", format, minLength: 0, maxLength: 99, default: "" },
});

test.each<[string, RequestField, string | boolean | string[], unknown]>([
  ["an optional empty text", text, "", undefined],
  ["a required empty text", required(text), "", { kind: "required" }],
  ["a short text", { ...text, minLength: 3 }, "ab", { kind: "minLength", limit: 3 }],
  ["a long text", text, "abcdef", { kind: "maxLength", limit: 5 }],
  ["a text of five emojis", text, "🌊🌊🌊🌊🌊", undefined],
  ["an email address", formatted("email"), "a@b.test", undefined],
  ["no email address", formatted("email"), "a b@c", { kind: "email" }],
  ["an address", formatted("uri"), "https://a.test", undefined],
  ["no address", formatted("uri"), "a.test", { kind: "uri" }],
  ["a date", formatted("date"), "2026-02-28", undefined],
  ["no date", formatted("date"), "28.2.2026", { kind: "date" }],
  ["a date that does not exist", formatted("date"), "2026-13-01", { kind: "date" }],
  ["a time", formatted("date-time"), "2026-02-28T10:00", undefined],
  ["no time", formatted("date-time"), "noon", { kind: "date" }],
  ["a number", number, "1.5", undefined],
  ["no number", number, "1,5", { kind: "number" }],
  ["an infinite number", number, "1e999", { kind: "number" }],
  ["a small number", number, "-2", { kind: "min", limit: -1 }],
  ["a large number", number, "11", { kind: "max", limit: 10 }],
  ["a fraction", { ...number, isInteger: true }, "1.5", { kind: "integer" }],
  ["an option", choice, "b", undefined],
  ["no option", required(choice), "", { kind: "required" }],
  ["an unknown option", choice, "c", { kind: "required" }],
  ["too few options", choices, ["a"], { kind: "min", limit: 2 }],
  ["no options of an optional field", choices, [], undefined],
  ["no options of a required field", required(choices), [], { kind: "required" }],
  ["an unchecked box", required(boolean), false, undefined],
])("checks %s", (_, field, input, problem) => {
  expect(inputProblem(field, input)).toEqual(problem);
});

test("fills in the defaults", () => {
  const fields = [text, { ...number, default: 3.5 } as RequestField, number, choice, choices, boolean];
  expect(fields.map(initialInput)).toEqual(["", "3.5", "", "", ["a"], true]);
});

test("returns typed values without empty optional fields", () => {
  const fields = [text, number, boolean, choices, choice, formatted("date-time")].map((field, place) => ({
    ...field,
    name: ["text", "number", "boolean", "choices", "__proto__", "time"][place] ?? "",
  }));
  const values = formValues(fields, ["", "7", false, ["a", "b"], "b", "2026-02-28T10:00:00Z"]);
  expect(Object.entries(values)).toEqual([
    ["number", 7],
    ["boolean", false],
    ["choices", ["a", "b"]],
    ["__proto__", "b"],
    ["time", "2026-02-28T10:00:00.000Z"],
  ]);
});

test("a default time becomes the local time of the control, and the same time when it is sent", () => {
  const field = { ...formatted("date-time"), default: "2026-02-28T10:00:00Z" } as RequestField;
  const input = initialInput(field);
  expect(input).toMatch(/^2026-02-2\dT\d\d:\d\d$/);
  expect(formValues([field], [input])).toEqual({ f: "2026-02-28T10:00:00.000Z" });
  expect(initialInput({ ...field, default: "soon" } as RequestField)).toBe("");
});
