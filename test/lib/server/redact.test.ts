import fc from "fast-check";
import { createRedactor, redactText, secretForms } from "@/lib/server/redact";

const key = "sk-proj/Ab+9_x~1'2*3";

/** Returns a text as a redactor passes it on that gets its bytes in chunks, cut at positions of any order. */
function redacted(text: string, forms: readonly string[] = secretForms([key], 6), positions: readonly number[] = []) {
  const bytes = new TextEncoder().encode(text);
  const ends = [...positions.map((position) => position % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const redactor = createRedactor(forms);
  const passed = ends.map((end, index) => redactor.pass(bytes.subarray(ends[index - 1] ?? 0, end)));
  return new TextDecoder().decode(Buffer.concat([...passed, redactor.end()]));
}

test.each([
  ["verbatim", key],
  ["percent-encoded", encodeURIComponent(key)],
  ["percent-encoded in lower case", encodeURIComponent(key).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())],
  ["form-encoded", new URLSearchParams({ a: key }).toString().slice(2)],
  ["with escaped slashes", key.replaceAll("/", "\\/")],
  ["in base64", btoa(key)],
  ["in base64url", Buffer.from(key).toString("base64url")],
  ["in a header", `Bearer ${key}`],
])("masks a key that is quoted %s", (_, quoted) => {
  const text = `{"error":"Wrong: ${quoted}!"}`;
  const expected = `{"error":"Wrong: ${quoted.startsWith("Bearer ") ? "Bearer " : ""}***!"}`;
  expect([redacted(text), redactText(text, secretForms([key], 6))]).toEqual([expected, expected]);
});

test.each(["a", "ab", "abc"])("masks a key inside a longer base64 text after %s", (before) => {
  const quoted = btoa(`${before}${key}:more`);
  const text = redacted(`"${quoted}"`);
  expect(text).toContain("***");
  // What is left decodes to none of the key but a part of a character at each end.
  expect(text.length).toBeLessThan(quoted.length - btoa(key).length + "***".length + 6);
});

test("masks a key wherever its text is cut into chunks, and changes nothing else", () => {
  const part = fc.oneof(
    fc.constantFrom(key, btoa(key), encodeURIComponent(key), "sk-", "潮", "sk-proj/Ab+9_x~1'2*", '"}\n\n'),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat(300)), (parts, positions) => {
      const forms = secretForms([key], 6);
      const text = parts.join("");
      expect(redacted(text, forms, positions)).toBe(onePass(text, forms));
    }),
    { numRuns: 500 },
  );
});

test("masks both of two keys completely if one is a prefix of the other", () => {
  const forms = secretForms(["secret-1", "secret-1-and-more"], 6);
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (positions) => {
      const text = "a secret-1-and-more, secret-1-and secret-1";
      expect(redacted(text, forms, positions)).toBe("a ***, ***-and ***");
    }),
  );
});

test("passes a chunk without a part of a key on at once, unchanged", () => {
  const chunk = new TextEncoder().encode('data: {"delta":"so"}\n\n');
  expect(createRedactor(secretForms([key], 6)).pass(chunk).buffer).toBe(chunk.buffer);
});

test("does not mask a key shorter than the minimum", () => {
  expect(secretForms(["none"], 6)).toEqual([]);
  expect(redacted("none", [])).toBe("none");
});

/** Replaces forms from the left, the longest first at each position. */
function onePass(text: string, forms: readonly string[]): string {
  const pattern = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  return text.replace(new RegExp(pattern, "g"), "***");
}
