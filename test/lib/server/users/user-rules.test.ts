import { readServerConfig } from "@/lib/server/server-config";
import { userName } from "@/lib/server/users/user-name";
import { testProviders } from "../../../support/test-server";

function read(variables: Record<string, string>) {
  const { users, codeRules, problems } = readServerConfig(variables, testProviders);
  return { users, isNeeded: codeRules.isNeeded, problems };
}

const given = { TRUSTED_USER_HEADER: "X-Forwarded-User", TRUSTED_PROXIES: "10.0.0.5" };

test("without its variables, there are no users", () => {
  expect(read({})).toEqual({
    users: { isNeeded: false, header: "", proxies: [], limits: new Map(), areLimitsUnreadable: false },
    isNeeded: false,
    problems: [],
  });
});

test("reads the header, the proxies and the rights of users", () => {
  const USER_LIMITS = '{"*":{"perMinute":5},"Ada@Example.com":{"features":[]}}';
  const { users, isNeeded, problems } = read({ ...given, TRUSTED_PROXIES: "10.0.0.5, fd00::/8,::1", USER_LIMITS });
  expect(users).toEqual({
    isNeeded: true,
    header: "x-forwarded-user",
    proxies: ["10.0.0.5", "fd00::/8", "::1"],
    limits: new Map([
      ["*", { features: ["images", "voice", "tools"], perMinute: 5 }],
      ["ada@example.com", { features: [] }],
    ]),
    areLimitsUnreadable: false,
  });
  expect({ isNeeded, problems }).toEqual({ isNeeded: true, problems: [] });
});

test.each([
  "10.0.0",
  "10.0.0.256",
  "010.0.0.1",
  "10.0.0.0/33",
  "10.0.0.0/0",
  "10.0.0.0/08",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "1.2.3.4.",
  "0x7f000001",
  "2130706433",
  "::/0",
  "fd00::/129",
  "fd00:::1",
  "fe80::1%eth0",
  "[::1]",
  "proxy.lan",
  "*",
])("%s is no address or range of proxies @A2.11", (entry) => {
  const { users, problems } = read({ ...given, TRUSTED_PROXIES: `127.0.0.1,${entry}` });
  expect(users.proxies).toEqual(["127.0.0.1"]);
  expect(problems).toEqual([
    "TRUSTED_PROXIES: entry 2 is not an IP address or a range such as 10.0.0.0/8: it is not used.",
  ]);
});

test.each([
  "Authorization",
  "Host",
  "X-Forwarded-For",
  "X-Api-Key",
  "Content-Type",
  "two words",
  "x_user",
  "anthropic-beta",
])("%s is no header for users, and nobody is recognized @A2.11", (name) => {
  const providers = [...testProviders.map((each) => ({ ...each, relayedHeaders: ["anthropic-beta"] }))];
  const { users, problems } = readServerConfig({ ...given, TRUSTED_USER_HEADER: name }, providers);
  expect(users.header).toBe("");
  expect(problems).toEqual([
    "TRUSTED_USER_HEADER is not the name of a header for users, such as X-Forwarded-User: it is not used.",
  ]);
});

test.each([
  [
    { TRUSTED_USER_HEADER: "Remote-User" },
    "TRUSTED_USER_HEADER needs TRUSTED_PROXIES: without them, calls with that header are refused.",
  ],
  [
    { TRUSTED_PROXIES: "10.0.0.5" },
    "TRUSTED_PROXIES and USER_LIMITS need TRUSTED_USER_HEADER: no user is recognized without it.",
  ],
  [
    { USER_LIMITS: "{}" },
    "TRUSTED_PROXIES and USER_LIMITS need TRUSTED_USER_HEADER: no user is recognized without it.",
  ],
])("an incomplete setting is a problem, and does not open the server @A2.11", (variables, problem) => {
  expect(read(variables)).toMatchObject({ isNeeded: true, problems: [problem] });
});

test("on Vercel, the variables are a problem", () => {
  const { isNeeded, problems } = read({ ...given, VERCEL: "1" });
  expect(isNeeded).toBe(true);
  expect(problems).toEqual([
    "TRUSTED_USER_HEADER, TRUSTED_PROXIES and USER_LIMITS need the standalone server: here, calls with that header are refused.",
  ]);
});

test("problems of USER_LIMITS name the number of an entry, and refuse its users @A2.11", () => {
  const USER_LIMITS = '{"ada":{"tokens":1},"Ben":{},"ben ":{"perMinute":5},"eve":7}';
  const { users, problems } = read({ ...given, USER_LIMITS });
  expect([...users.limits]).toEqual([
    ["ada", "invalid"],
    ["ben", "invalid"],
    ["eve", "invalid"],
  ]);
  expect(problems).toEqual([
    "USER_LIMITS: entry 1 is invalid (an unknown field): its users are refused.",
    "USER_LIMITS: entry 3 is for the same user as another entry: the user is refused.",
    "USER_LIMITS: entry 4 is invalid: its users are refused.",
  ]);
});

test.each(["[]", "{", "7", '{"":{}}', '{"a,b":{}}'])("with USER_LIMITS=%s, all users are refused @A2.11", (text) => {
  const { users, problems } = read({ ...given, USER_LIMITS: text });
  expect(users.areLimitsUnreadable).toBe(true);
  expect(problems).toHaveLength(1);
});

test.each([
  [" Ada@Example.COM ", "ada@example.com"],
  ["e\u0301mile", "\u00e9mile"],
  ["a".repeat(254), "a".repeat(254)],
  ["a".repeat(255), undefined],
  ["", undefined],
  [" \t", undefined],
  ["ada,eve", undefined],
  ["a\u0000b", undefined],
  ["a\u200bb", undefined],
  ["a\u202eb", undefined],
  ["a\u2028b", undefined],
  ["\ud800", undefined],
])("the name %j is %j @A2.11", (text, name) => {
  expect(userName(text)).toBe(name);
});
