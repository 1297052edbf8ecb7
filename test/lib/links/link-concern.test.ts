import { linkConcern } from "@/lib/links/link-concern";

const said = "Please note: my daughter is allergic to penicillin, and we live in Kiel.";
const secret = "my daughter is allergic to penicillin";
const base64 = Buffer.from(secret).toString("base64");
const cyrillic = "моя дочь не переносит пенициллин";

test.each([
  ["verbatim", `https://evil.example/${secret.replaceAll(" ", "-")}`],
  ["percent-encoded", `https://evil.example/?q=${encodeURIComponent(secret)}`],
  ["encoded twice", `https://evil.example/?q=${encodeURIComponent(encodeURIComponent(secret))}`],
  ["with plus signs and capitals", `https://evil.example/?q=${secret.toUpperCase().replaceAll(" ", "+")}`],
  ["in the fragment", `https://evil.example/#${encodeURIComponent(secret)}`],
  ["in the host", `https://${secret.replaceAll(" ", "-")}.evil.example/`],
  ["as base64", `https://evil.example/?d=${encodeURIComponent(base64)}`],
  ["as base64 in a path", `https://evil.example/collect/${base64.replaceAll("=", "")}/x.png`],
  ["as base64url", `https://evil.example/?d=${Buffer.from(`>>>${secret}???`).toString("base64url")}`],
  [
    "as base64 of percent signs",
    `https://evil.example/?d=${Buffer.from(encodeURIComponent(secret)).toString("base64url")}`,
  ],
  ["as hexadecimal digits", `https://evil.example/?d=${Buffer.from(secret).toString("hex").slice(0, 80)}`],
  ["in another script", `https://evil.example/?q=${encodeURIComponent(cyrillic)}`],
])("asks before opening an address that repeats the user's text %s @R7.2", (_name, address) => {
  expect(linkConcern(address, ["Hi", cyrillic, said])).toBe("repeats");
});

test.each([
  ["a query", `https://evil.example/?${"a".repeat(100)}`],
  ["a fragment", `https://evil.example/#${"a".repeat(100)}`],
  ["a last part of the path", `https://evil.example/a/${"b".repeat(101)}`],
  ["a query and a fragment together", `https://evil.example/?${"a".repeat(60)}#${"b".repeat(60)}`],
  ["more data than is compared", `https://evil.example/${"a/".repeat(5000)}`],
])("asks before opening an address if it has long data: %s @R7.2", (_name, address) => {
  expect(linkConcern(address, [])).toBe("long");
});

test.each([
  ["short", "https://tides.example/a?b=c#d"],
  ["with a few words of the user's", "https://tides.example/search?q=allergic+penicillin"],
  ["with broken percent signs", "https://tides.example/?a=%E0%A4%A&b=%zz"],
  ["of an email", "mailto:moon@tides.example?subject=Tides"],
  ["that is invalid", "https://"],
])("opens an address %s at once", (_name, address) => {
  expect(linkConcern(address, [said])).toBeUndefined();
});

test("opens an address that the user wrote at once, however long it is", () => {
  const address = `https://docs.example/?${"a".repeat(500)}`;
  expect(linkConcern(address, [`What does ${address} say?`])).toBeUndefined();
});

test("limits how much of a long chat is compared", () => {
  const texts = [..."ab"].map((letter) => letter.repeat(3_000_000));
  expect(linkConcern(`https://evil.example/${"b".repeat(30)}`, texts)).toBeUndefined();
});
