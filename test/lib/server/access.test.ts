import { type AccessQuestion, decideCredential } from "@/lib/server/access";
import { checkCode } from "@/lib/server/codes/find-code";

const codeStates = ["none-needed", "valid", "missing", "wrong", "expired", "invalid"] as const;
const booleans = [true, false];

const questions: AccessQuestion[] = codeStates.flatMap((codeState) =>
  booleans.flatMap((ownKey) =>
    booleans.flatMap((ownKeysForbidden) =>
      booleans.flatMap((serverKey) =>
        booleans.map((needsKey) => ({ codeState, ownKey, ownKeysForbidden, serverKey, needsKey })),
      ),
    ),
  ),
);

/** What is decided, written as a person would: the first line that fits. `*` fits all. */
const expectedLines = [
  // code, own key, forbidden, server key, needs key: outcome
  ["*", true, true, "*", "*", { refuse: "own-key-forbidden" }],
  ["*", true, false, "*", "*", { use: "own" }],
  ["missing", false, "*", "*", "*", { refuse: "code-missing" }],
  ["wrong", false, "*", "*", "*", { refuse: "code-wrong" }],
  ["expired", false, "*", "*", "*", { refuse: "code-expired" }],
  ["invalid", false, "*", "*", "*", { refuse: "code-invalid" }],
  ["none-needed", false, "*", true, "*", { use: "server" }],
  ["valid", false, "*", true, "*", { use: "server" }],
  ["none-needed", false, "*", false, true, { refuse: "key-missing" }],
  ["valid", false, "*", false, true, { refuse: "key-missing" }],
  ["none-needed", false, "*", false, false, { use: "none" }],
  ["valid", false, "*", false, false, { use: "none" }],
] as const;

function expectedFor(question: AccessQuestion) {
  const asked = [question.codeState, question.ownKey, question.ownKeysForbidden, question.serverKey, question.needsKey];
  const line = expectedLines.find((cells) =>
    asked.every((value, index) => cells[index] === "*" || cells[index] === value),
  );
  return line?.[5];
}

test("the table covers all 96 cases", () => {
  expect(questions).toHaveLength(96);
  expect(questions.map(expectedFor)).not.toContain(undefined);
});

test.each(questions.map((question) => [JSON.stringify(question), question] as const))(
  "%s @A2.1 @A2.3 @S4",
  (_, question) => {
    expect(decideCredential(question)).toEqual(expectedFor(question));
  },
);

test("a user's own key never leads to the server's key, and a call without one never uses one @A2.2 @S4", () => {
  for (const question of questions) {
    const decision = decideCredential(question);
    if ("use" in decision) expect(decision.use === "own").toBe(question.ownKey);
  }
});

test("the response to a caller without a valid code contains nothing about the server's keys @A2.6", () => {
  for (const codeState of ["missing", "wrong", "expired", "invalid"] as const) {
    const answers = booleans.map((serverKey) =>
      decideCredential({ codeState, ownKey: false, ownKeysForbidden: false, serverKey, needsKey: true }),
    );
    expect(answers[0]).toEqual(answers[1]);
  }
});

test.each([
  ["one", true],
  ["two", true],
  ["three", false],
  ["", false],
  ["on", false],
  ["one ", false],
  ["ONE", false],
  ["ключ", true],
])("whether the code %j is known: %s @A2.4", (code, isKnown) => {
  expect(checkCode(code, ["one", "two", "ключ"])).toBe(isKnown);
});

test("without codes, no code is valid @A2.4", () => {
  expect(checkCode("", [])).toBe(false);
});
