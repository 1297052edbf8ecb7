import { findCode } from "@/lib/server/codes/find-code";
import { signCode, signShortCode } from "@/lib/server/codes/signed-code";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { testProviders } from "../../../support/test-server";

const secret = "a secret of the tests, long enough: 0123456789".replaceAll(",", "");
const former = "the secret before it which is long enough";
const nowMs = 1_800_000_000_000;
const features = ["images", "voice", "tools"];

const read = (variables: Variables) => readServerConfig(variables, testProviders);

async function stateOf(code: string, variables: Variables) {
  const { codes, codeRules } = read(variables);
  return findCode(code, { codes, rules: codeRules }, nowMs);
}

test("without CODE, CODE_SECRET and CODE_LIMITS, no code is needed", () => {
  expect(read({}).codeRules.isNeeded).toBe(false);
});

test.each([{ CODE: "one" }, { CODE_SECRET: secret }, { CODE_SECRET: "short" }, { CODE_LIMITS: "{}" }])(
  "with %j, a code is needed @A2.1",
  (variables) => {
    expect(read(variables).codeRules.isNeeded).toBe(true);
  },
);

test("a code of CODE has the rights of its entry in CODE_LIMITS, and others are not limited", async () => {
  const variables = { CODE: "one,two", CODE_LIMITS: '{"one":{"models":"-all,gpt-4","perMinute":5}}' };
  expect(read(variables).problems).toEqual([]);
  expect(await stateOf("one", variables)).toEqual({
    state: "valid",
    code: {
      id: expect.stringMatching(/^plain [\da-f]{64}$/),
      rights: { models: "-all,gpt-4", perMinute: 5, features },
    },
  });
  expect(await stateOf("two", variables)).toEqual({ state: "valid", code: { id: expect.any(String) } });
  expect(await stateOf("three", variables)).toEqual({ state: "wrong" });
});

test("a code with invalid rights is refused, and the problem names fields but no codes @A2.8 @L6.1", async () => {
  const variables = {
    CODE: "open sesame,barley,rye",
    CODE_LIMITS: '{"open sesame":{"perMinute":"ten","tokens":1},"barley":7,"rye":{"providers":["acne"]},"wheat":{}}',
  };
  const { problems } = read(variables);
  expect(problems).toEqual([
    "CODE_LIMITS: entry 1 is invalid (perMinute, an unknown field): its code is refused.",
    "CODE_LIMITS: entry 2 is invalid: its code is refused.",
    "CODE_LIMITS: entry 3 names an unknown provider, which allows nothing: docs/providers.md has the names.",
    "CODE_LIMITS: entry 4 is for a code that is not in CODE, so it has no effect.",
  ]);
  expect(await stateOf("open sesame", variables)).toEqual({ state: "invalid" });
  expect(await stateOf("barley", variables)).toEqual({ state: "invalid" });
});

test.each(["{", "[]", "7", '"one"', "null"])(
  "with CODE_LIMITS=%s, all codes it may limit are refused @A2.8",
  async (limits) => {
    const variables = { CODE: "one", CODE_SECRET: secret, CODE_LIMITS: limits };
    expect(read(variables).problems).toEqual([
      "CODE_LIMITS is not a JSON object: all codes of CODE are refused, and all short signed codes.",
    ]);
    expect(await stateOf("one", variables)).toEqual({ state: "invalid" });
    expect(await stateOf(signShortCode("ada", secret), variables)).toEqual({ state: "invalid" });
    const signed = signCode({ id: "ada", issued: 0, rights: { features: [] } }, secret);
    expect(await stateOf(signed, variables)).toMatchObject({ state: "valid" });
  },
);

test("CODE_LIMITS alone refuses every code, and is a problem", () => {
  expect(read({ CODE_LIMITS: "{}" }).problems).toEqual([
    "CODE_LIMITS needs CODE or CODE_SECRET: without them, every code is refused.",
  ]);
});

test("signed codes of both secrets have their rights, until they expire @A2.8", async () => {
  const variables = { CODE_SECRET: `${secret},${former}` };
  const rights = { features: ["tools" as const], expires: nowMs / 1000 + 1 };
  for (const used of [secret, former]) {
    expect(await stateOf(signCode({ id: "ada", issued: 0, rights }, used), variables)).toEqual({
      state: "valid",
      code: { id: "signed ada", rights },
    });
  }
  const expired = signCode({ id: "ada", issued: 0, rights: { features: [], expires: nowMs / 1000 } }, secret);
  expect(await stateOf(expired, variables)).toEqual({ state: "expired" });
});

test("a short code has the rights of its id in CODE_LIMITS, and is refused without an entry @A2.8", async () => {
  const variables = { CODE_SECRET: secret, CODE_LIMITS: '{"c1-lola":{"features":[]}}' };
  expect(read(variables).problems).toEqual([]);
  expect(await stateOf(signShortCode("lola", secret), variables)).toEqual({
    state: "valid",
    code: { id: "short 101a", rights: { features: [] } },
  });
  expect(await stateOf(signShortCode("mona", secret), variables)).toEqual({ state: "wrong" });
});

test("two short codes that look alike are refused", async () => {
  const variables = { CODE_SECRET: secret, CODE_LIMITS: '{"c1-lola":{},"c1-1ola":{}}' };
  expect(read(variables).problems).toEqual(["CODE_LIMITS has two short codes that look alike: both are refused."]);
  expect(await stateOf(signShortCode("lola", secret), variables)).toEqual({ state: "invalid" });
});

test("a short secret is not used, nor a third one, and both are problems @A2.8", async () => {
  const third = `${former} and another`;
  expect(read({ CODE_SECRET: "x".repeat(31) }).problems).toEqual([
    "CODE_SECRET has a secret with fewer than 32 characters, which is not used: codes that it signed are refused.",
  ]);
  expect(read({ CODE_SECRET: `${secret},${former},${third}` }).problems).toEqual([
    "CODE_SECRET has more than 2 secrets: only the first 2 are used.",
  ]);
  const signed = (used: string) => signCode({ id: "ada", issued: 0, rights: { features: [] } }, used);
  expect(await stateOf(signed("x".repeat(31)), { CODE_SECRET: "x".repeat(31) })).toEqual({ state: "wrong" });
  expect(await stateOf(signed(third), { CODE_SECRET: `${secret},${former},${third}` })).toEqual({ state: "wrong" });
});

test("short codes in CODE_LIMITS without a secret are a problem", () => {
  expect(read({ CODE: "one", CODE_LIMITS: '{"c1-ada":{}}' }).problems).toEqual([
    "CODE_LIMITS has short signed codes, which are refused without CODE_SECRET.",
  ]);
});

test("signed codes that are listed in CODE are refused @A2.8", async () => {
  const short = signShortCode("ada", former);
  // Not of the current secrets, so it could only pass as a plain code.
  const signed = signCode({ id: "ada", issued: 0, rights: { features: [], expires: 1 } }, "an old secret".repeat(3));
  const variables = {
    CODE: `one,${signed},${short}`,
    CODE_SECRET: `${secret},${former}`,
    CODE_LIMITS: JSON.stringify({ [short]: { features: [] } }),
  };
  expect(read(variables).problems).toEqual([
    "CODE: entry 2 is a signed code; signed codes are not listed. It is refused.",
    "CODE: entry 3 is a signed code; signed codes are not listed. It is refused.",
  ]);
  expect(await stateOf("one", variables)).toMatchObject({ state: "valid" });
  expect(await stateOf(signed, variables)).toEqual({ state: "invalid" });
  expect(await stateOf(short, variables)).toEqual({ state: "invalid" });
});

test("a code is refused if its entry in CODE_LIMITS differs in letter case or spaces @A2.8", async () => {
  const variables = { CODE: "one,Two,three", CODE_LIMITS: '{"One":{},"two ":{},"three":{},"THREE ":{}}' };
  const problem = "differs from a code in letter case or spaces: that code is refused.";
  expect(read(variables).problems).toEqual([1, 2, 4].map((entry) => `CODE_LIMITS: entry ${entry} ${problem}`));
  for (const code of ["one", "Two", "three"]) expect(await stateOf(code, variables)).toEqual({ state: "invalid" });
});

test("codes that differ in letter case have their own entries", async () => {
  const variables = { CODE: "one,ONE", CODE_LIMITS: '{"one":{"features":[]}}' };
  expect(read(variables).problems).toEqual([]);
  expect(await stateOf("one", variables)).toMatchObject({ state: "valid", code: { rights: { features: [] } } });
  expect(await stateOf("ONE", variables)).toEqual({ state: "valid", code: { id: expect.any(String) } });
});

test("with 10,000 codes, each has its own rights, and a wrong one is found out as quickly as with one code", async () => {
  const codes = Array.from({ length: 10_000 }, (_, index) => `harbour-${index}-lamp`);
  const limits = Object.fromEntries(codes.map((code, index) => [code, { perMinute: index + 1 }]));
  const { codes: listed, codeRules: rules } = readServerConfig({
    CODE: codes.join(),
    CODE_LIMITS: JSON.stringify(limits),
  });
  const find = (code: string) => findCode(code, { codes: listed, rules }, nowMs);
  for (const index of [0, 4999, 9999]) {
    expect(find(`harbour-${index}-lamp`)).toMatchObject({ state: "valid", code: { rights: { perMinute: index + 1 } } });
  }
  const began = process.cpuUsage();
  for (let times = 0; times < 1000; times++) expect(find(`wrong-${times}`).state).toBe("wrong");
  const { user } = process.cpuUsage(began);
  // Comparing each with all codes takes more than 1 ms; the processor's other work is included.
  expect(user / 1000).toBeLessThan(600);
});
