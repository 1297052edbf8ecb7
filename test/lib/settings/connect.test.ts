import fc from "fast-check";
import { toAppError } from "@/lib/errors";
import { choice, endpoint, text } from "@/lib/fields/fields";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { type Provider, secretNames } from "@/lib/providers/provider";
import { providers as builtIn } from "@/lib/providers/registry";
import { readCredentials } from "@/lib/server/credentials";
import {
  type AccessSettings,
  accessKey,
  readAccessSettings,
  siteHost,
  withAccessValue,
} from "@/lib/settings/access-settings";
import { connect, isKeyForOtherHost, isKeyOfSite, refuseIncomplete } from "@/lib/settings/connect";
import { hasOwnCredentials, type Reach } from "@/lib/settings/credentials";
import { acme, headed, keyless, paired } from "../../support/test-server";

const local: Provider = { ...keyless, id: "local", isLocal: true, fields: { url: endpoint("http://localhost:1234") } };
const providers = [acme, headed, paired, keyless, local];
const onServer: Reach = { relay: "/api" };
const serverless: Reach = {};
const empty = readAccessSettings(providers, undefined);

/** Settings with an address and a key that was entered for a host; without the host the key's origin is unknown. */
function acmeAccess(given: {
  own?: boolean;
  url?: string;
  key?: string;
  keyHost?: string;
  code?: string;
}): AccessSettings {
  const { own = true, url = "", key = "", keyHost, code = "" } = given;
  return {
    ...empty,
    accessCode: code,
    useCustomConfig: own,
    values: { ...empty.values, acmeUrl: url, acmeApiKey: key },
    hosts: keyHost === undefined ? {} : { acmeApiKey: keyHost },
  };
}

const publicUrl = "https://api.acme.example";
const mine = "https://my.example";
const withKey = { authorization: "Bearer sk-1" };
const withCode = { authorization: "Bearer nk-open" };

type Row = readonly [boolean, string, string | undefined, string, Reach, string, Readonly<Record<string, string>>];

// Own settings on, own address, host of the own key (none: no key), access code, reach; then address and headers.
const rows: readonly Row[] = [
  [false, "", undefined, "", onServer, "/api/acme", {}],
  [false, "", undefined, "", serverless, publicUrl, {}],
  [false, "", undefined, "open", onServer, "/api/acme", withCode],
  [false, "", undefined, "open", serverless, publicUrl, {}],
  [false, "", "", "", onServer, "/api/acme", {}],
  [false, "", "", "", serverless, publicUrl, {}],
  [false, "", "", "open", onServer, "/api/acme", withCode],
  [false, "", "", "open", serverless, publicUrl, {}],
  [false, mine, undefined, "", onServer, "/api/acme", {}],
  [false, mine, undefined, "", serverless, publicUrl, {}],
  [false, mine, undefined, "open", onServer, "/api/acme", withCode],
  [false, mine, undefined, "open", serverless, publicUrl, {}],
  [false, mine, "my.example", "", onServer, "/api/acme", {}],
  [false, mine, "my.example", "", serverless, publicUrl, {}],
  [false, mine, "my.example", "open", onServer, "/api/acme", withCode],
  [false, mine, "my.example", "open", serverless, publicUrl, {}],
  [true, "", undefined, "", onServer, "/api/acme", {}],
  [true, "", undefined, "", serverless, publicUrl, {}],
  [true, "", undefined, "open", onServer, "/api/acme", withCode],
  [true, "", undefined, "open", serverless, publicUrl, {}],
  [true, "", "", "", onServer, "/api/acme", withKey],
  [true, "", "", "", serverless, publicUrl, withKey],
  [true, "", "", "open", onServer, "/api/acme", withKey],
  [true, "", "", "open", serverless, publicUrl, withKey],
  [true, "", "my.example", "", onServer, "/api/acme", {}],
  [true, "", "my.example", "", serverless, publicUrl, {}],
  [true, "", "my.example", "open", onServer, "/api/acme", withCode],
  [true, "", "my.example", "open", serverless, publicUrl, {}],
  [true, mine, undefined, "", onServer, mine, {}],
  [true, mine, undefined, "", serverless, mine, {}],
  [true, mine, undefined, "open", onServer, mine, {}],
  [true, mine, undefined, "open", serverless, mine, {}],
  [true, mine, "", "", onServer, mine, {}],
  [true, mine, "", "", serverless, mine, {}],
  [true, mine, "", "open", onServer, mine, {}],
  [true, mine, "", "open", serverless, mine, {}],
  [true, mine, "my.example", "", onServer, mine, withKey],
  [true, mine, "my.example", "", serverless, mine, withKey],
  [true, mine, "my.example", "open", onServer, mine, withKey],
  [true, mine, "my.example", "open", serverless, mine, withKey],
  [true, mine, "other.example", "", onServer, mine, {}],
  [true, mine, "other.example", "", serverless, mine, {}],
  [true, mine, "other.example", "open", onServer, mine, {}],
  [true, mine, "other.example", "open", serverless, mine, {}],
];

test.each(rows)(
  "own settings %p, address %j, key for %j, code %j, reached by %j: the call goes to %j with %j @S10",
  (own, url, keyHost, code, reach, baseUrl, headers) => {
    const access = acmeAccess({ own, url, code, ...(keyHost === undefined ? {} : { key: "sk-1", keyHost }) });
    expect(connect(acme, access, reach)).toEqual({ baseUrl, headers });
  },
);

describe("if the operator forbids own keys", () => {
  const strict: Reach = { ...onServer, refusesOwnKeys: true };

  test.each([
    ["a stored key", { key: "sk-1", keyHost: "", code: "open" }, withCode],
    ["a stored key without a code", { key: "sk-1", keyHost: "" }, {}],
    ["a stored key for an own address", { url: mine, key: "sk-1", keyHost: "my.example", code: "open" }, withCode],
    ["an own address alone", { url: mine, code: "open" }, withCode],
  ])("%s is not used: the call goes through the relay with the code, if there is one", (_name, given, headers) => {
    const access = acmeAccess(given);
    expect(connect(acme, access, strict)).toEqual({ baseUrl: "/api/acme", headers });
    expect(hasOwnCredentials(acme, access, strict)).toBe(false);
  });

  test("a provider on this computer is called as usual", () => {
    const access = acmeAccess({ own: false, url: mine, key: "sk-1", keyHost: "my.example" });
    const locked: Provider = { ...acme, isLocal: true };
    expect(connect(locked, access, strict)).toEqual({ baseUrl: mine, headers: withKey });
    expect(hasOwnCredentials(locked, access, strict)).toBe(true);
  });
});

test("the relay is called at the provider's route, even if that is not its id", () => {
  expect(connect({ ...acme, route: "acme-1" }, acmeAccess({}), onServer).baseUrl).toBe("/api/acme-1");
});

test.each([
  [" open ", withCode],
  ["  ", {}],
])("trims the access code %j", (code, headers) => {
  expect(connect(acme, acmeAccess({ code }), onServer).headers).toEqual(headers);
});

test("does not send a key whose host is unknown", () => {
  const access = acmeAccess({ key: "sk-1" });
  expect(connect(acme, access, onServer)).toEqual({ baseUrl: "/api/acme", headers: {} });
  expect(isKeyForOtherHost(acme, access, onServer)).toBe(true);
});

test("sends a key in the provider's header", () => {
  const access = { ...withAccessValue(empty, headed, "apiKey", "sk-2"), lastUpdateTime: 0, useCustomConfig: true };
  expect(connect(headed, access, onServer).headers).toEqual({ "x-api-key": "sk-2" });
});

test("of several keys, the first is sent, and the others are for further attempts", () => {
  const stored = withAccessValue(empty, headed, "apiKey", "sk-first-key, sk-second-key");
  const access = { ...stored, lastUpdateTime: 0, useCustomConfig: true };
  const { headers, otherKeys } = connect(headed, access, serverless);
  expect(headers).toEqual({ "x-api-key": "sk-first-key" });
  expect(otherKeys).toEqual([{ "x-api-key": "sk-second-key" }]);
});

test("an own server takes several keys, too, each with the extra headers", () => {
  const gate = customEndpoint({ id: "gate", name: "Gate", boundName: "Gate", models: [] });
  const values = {
    url: "https://gate.example",
    apiKey: "sk-first-key, sk-second-key",
    extraHeaders: '{"X-Team": "sea"}',
  };
  let access: AccessSettings = { ...empty, useCustomConfig: true };
  for (const [name, value] of Object.entries(values)) {
    access = { ...access, ...withAccessValue(access, gate, name, value) };
  }
  const { headers, otherKeys } = connect(gate, access, serverless);
  expect(headers).toEqual({ Authorization: "Bearer sk-first-key", "x-team": "sea" });
  expect(otherKeys).toEqual([{ Authorization: "Bearer sk-second-key", "x-team": "sea" }]);
});

describe("a credential of two parts", () => {
  const part = (keyId: string, keySecret: string, hosts: Record<string, string>): AccessSettings => ({
    ...empty,
    useCustomConfig: true,
    values: { ...empty.values, pairedKeyId: keyId, pairedKeySecret: keySecret },
    hosts,
  });
  const both = { pairedKeyId: "", pairedKeySecret: "" };

  test.each([
    ["both parts, both for this host", part("id", "secret", both), true],
    ["the first part alone", part("id", "", both), false],
    ["the second part alone", part("", "secret", both), false],
    ["one part for another host", part("id", "secret", { ...both, pairedKeySecret: "other.example" }), false],
  ])("is used or not: %s", (_name, access, isUsed) => {
    expect(hasOwnCredentials(paired, access, onServer)).toBe(isUsed);
    const headers = isUsed ? { authorization: "Bearer id:secret" } : {};
    expect(connect(paired, access, onServer)).toEqual({ baseUrl: "/api/paired", headers });
  });
});

describe("a provider without credentials", () => {
  test.each([
    [onServer, "/api/keyless", withCode],
    [serverless, "https://api.keyless.example", {}],
  ])("reached by %j is called at %s", (reach, baseUrl, headers) => {
    const access = { ...empty, accessCode: "open", useCustomConfig: true };
    expect(connect(keyless, access, reach)).toEqual({ baseUrl, headers });
    expect(hasOwnCredentials(keyless, access, reach)).toBe(false);
  });

  test("without an address is our own route, even if the page handles it", () => {
    const scripted: Provider = { ...keyless, id: "scripted", fields: {} };
    const access = { ...empty, accessCode: "open" };
    expect(connect(scripted, access, { relay: "/base/api" })).toEqual({
      baseUrl: "/base/api/scripted",
      headers: withCode,
    });
    expect(connect(scripted, access, serverless)).toEqual({ baseUrl: "/api/scripted", headers: {} });
  });
});

describe("a provider on this computer", () => {
  const locked: Provider = { ...acme, isLocal: true };

  test.each([onServer, serverless])("is called directly, without a code, reached by %j", (reach) => {
    const access = { ...empty, accessCode: "open" };
    expect(connect(local, access, reach)).toEqual({ baseUrl: "http://localhost:1234", headers: {} });
  });

  test("is called at the user's own address even if own settings are off", () => {
    const access = { ...empty, values: { ...empty.values, localUrl: "http://192.168.0.9:1234/" } };
    expect(connect(local, access, onServer).baseUrl).toBe("http://192.168.0.9:1234");
  });

  test("gets its key even if own settings are off, but only at the host it was entered for", () => {
    const access = acmeAccess({ own: false, key: "sk-1", keyHost: "" });
    expect(connect(locked, access, onServer)).toEqual({ baseUrl: publicUrl, headers: withKey });
    const moved = { ...access, values: { ...access.values, acmeUrl: mine } };
    expect(connect(locked, moved, onServer)).toEqual({ baseUrl: mine, headers: {} });
  });
});

test.each([
  ["no key", {}, false],
  ["a key for the default address", { key: "sk-1", keyHost: "" }, false],
  ["a key for the current address", { key: "sk-1", keyHost: "my.example", url: mine }, false],
  ["a key for another address", { key: "sk-1", keyHost: "", url: mine }, true],
  ["a key with an invalid address", { key: "sk-1", keyHost: "", url: "https://\\" }, true],
])("whether %s is for another host: %#", (_name, given, expected) => {
  expect(isKeyForOtherHost(acme, acmeAccess(given), onServer)).toBe(expected);
});

describe("a key that a NextChat used on this site", () => {
  const onSite: Reach = { ...onServer, upstreamHosts: { acme: "gateway.example" } };
  const bound = acmeAccess({ key: "sk-1", keyHost: "gateway.example", code: "open" });

  test("goes through the relay, with the host of the operator's address in a header", () => {
    expect(connect(acme, bound, onSite)).toEqual({
      baseUrl: "/api/acme",
      headers: { ...withKey, "x-key-host": "gateway.example", "x-api-key": "Bearer nk-open" },
    });
    expect(isKeyForOtherHost(acme, bound, onSite)).toBe(false);
    expect(isKeyOfSite(acme, bound, onSite)).toBe(true);
  });

  test.each(
    Object.values<Provider>(builtIn).filter((provider) => !provider.isLocal && secretNames(provider).length > 0),
  )("is distinguished by the relay from an access code beside it: $name", (provider) => {
    const keys = secretNames(provider).map((name) => accessKey(provider, name));
    const access = readAccessSettings([provider], {
      ...Object.fromEntries(keys.map((key) => [key, "sk-1"])),
      hosts: Object.fromEntries(keys.map((key) => [key, "gateway.example"])),
      accessCode: "open",
      useCustomConfig: true,
    });
    const reach = { relay: "/api", upstreamHosts: { [provider.id]: "gateway.example" } };
    const { headers } = connect(provider, access, reach);
    const { ownKey, accessCode } = readCredentials(new Headers(Object.entries(headers)));
    // A provider that wants more than its secrets is called without them.
    if (ownKey !== undefined) expect([ownKey.split(":")[0], accessCode]).toEqual(["sk-1", "open"]);
  });

  test.each<[string, AccessSettings, Reach]>([
    ["the operator has another address now", bound, { ...onServer, upstreamHosts: { acme: "new.example" } }],
    ["the operator has no address now", bound, onServer],
    ["the build has no server", bound, { ...serverless, upstreamHosts: { acme: "gateway.example" } }],
    ["an own address is set", { ...bound, values: { ...bound.values, acmeUrl: mine } }, onSite],
    ["the host is not known yet", { ...bound, hosts: { acmeApiKey: siteHost } }, onSite],
    ["own keys are refused", bound, { ...onSite, refusesOwnKeys: true }],
  ])("is not sent if %s", (_name, access, reach) => {
    const { headers } = connect(acme, access, reach);
    expect(JSON.stringify(headers)).not.toContain("sk-1");
    expect(headers).not.toHaveProperty("x-key-host");
  });

  test("is never bound to the operator's host if it is for the public address", () => {
    expect(connect(acme, acmeAccess({ key: "sk-1", keyHost: "" }), onSite)).toEqual({
      baseUrl: "/api/acme",
      headers: withKey,
    });
  });
});

describe("with arbitrary addresses", () => {
  const page = "https://app.example/chat";
  const pieces = [
    "https://",
    "HTTP://",
    "//",
    "\\",
    "/",
    "@",
    ":",
    "#",
    "?",
    ".",
    "..",
    " ",
    "\t",
    "\n",
    "%2f",
    "\u0000",
  ];
  const words = [
    "my.example",
    "evil.example",
    "app.example",
    "api",
    "acme",
    "/api/acme",
    "user:pw",
    "[::1]",
    ":443",
    ":80",
  ];
  const address = fc.oneof(
    fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 6 }).map((parts) => parts.join("")),
    fc.string({ maxLength: 12 }),
    fc.webUrl(),
  );
  const reach = fc.constantFrom(onServer, serverless, { relay: "/base/api" });
  const path = fc.constantFrom("/v1/chat/completions", "/models");
  const set = (access: AccessSettings, field: string, value: string): AccessSettings => ({
    ...withAccessValue(access, acme, field, value),
    lastUpdateTime: 0,
  });

  /** The host that a call really goes to; none when it goes nowhere. */
  function calledHost(baseUrl: string, rest: string): string | undefined {
    return URL.canParse(baseUrl + rest, page) ? new URL(baseUrl + rest, page).host : undefined;
  }

  test("a key is never sent to another host than the one it was entered for @S10", () => {
    fc.assert(
      fc.property(address, address, reach, path, (first, second, reached, rest) => {
        const own = { ...empty, useCustomConfig: true };
        const entered = set(set(own, "url", first), "apiKey", "sk-first-key, sk-second-key");
        const moved = set(entered, "url", second);
        const { baseUrl, headers, otherKeys } = connect(acme, moved, reached);
        if (!JSON.stringify({ headers, otherKeys }).includes("sk-")) return;
        expect(calledHost(baseUrl, rest)).toBe(calledHost(connect(acme, entered, reached).baseUrl, rest));
        expect(calledHost(baseUrl, rest)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("an access code is only sent to the relay @S10", () => {
    fc.assert(
      fc.property(address, fc.boolean(), reach, fc.constantFrom(...providers), (url, own, reached, provider) => {
        const key = `${provider.id}Url`;
        const access = { ...empty, accessCode: "open", useCustomConfig: own, values: { ...empty.values, [key]: url } };
        const { baseUrl, headers } = connect(provider, access, reached);
        if (!JSON.stringify(headers).includes("open")) return;
        expect(new URL(`${baseUrl}/v1/models`, page).href).toBe(
          `https://app.example${reached.relay}/${provider.id}/v1/models`,
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the other parts of a call", () => {
  const versioned: Provider = {
    ...headed,
    fields: {
      ...headed.fields,
      apiVersion: text({ section: "access", default: "2023", env: "HEADED_VERSION" }),
      level: choice({ section: "access", default: "high", options: ["high", "low"] }),
    },
    directHeaders: { "x-direct": "true" },
  };
  const base = readAccessSettings([versioned], undefined);
  const owned = {
    ...base,
    ...withAccessValue({ ...base, useCustomConfig: true }, versioned, "apiKey", "sk-1"),
    lastUpdateTime: 0,
  };

  test("through the relay, the operator sets the options", () => {
    expect(connect(versioned, base, onServer)).toEqual({
      baseUrl: "/api/headed",
      headers: {},
      options: { level: "high" },
    });
  });
  test("with the user's key, the user sets the options", () => {
    expect(connect(versioned, owned, onServer)).toEqual({
      baseUrl: "/api/headed",
      headers: { "x-api-key": "sk-1" },
      options: { apiVersion: "2023", level: "high" },
    });
  });
  test("a direct call has the headers for browsers, and all options", () => {
    expect(connect(versioned, base, serverless)).toEqual({
      baseUrl: "https://api.headed.example",
      headers: { "x-direct": "true" },
      options: { apiVersion: "2023", level: "high" },
    });
  });
});

describe("a credential that signs calls", () => {
  const signed: Provider = {
    ...paired,
    auth: () => ({}),
    sign: async (call, values) => ({ ...call, headers: { signed: `${values.keyId}+${values.keySecret}` } }),
  };
  const access: AccessSettings = {
    ...empty,
    useCustomConfig: true,
    values: { ...empty.values, pairedKeyId: "id", pairedKeySecret: "secret" },
    hosts: { pairedKeyId: "", pairedKeySecret: "" },
  };

  test("is sent to the relay as one token, which signs", () => {
    expect(connect(signed, access, onServer)).toEqual({
      baseUrl: "/api/paired",
      headers: { authorization: "Bearer id:secret" },
    });
  });
  test("is sent complete, even if one part of it can be used alone", () => {
    const mixed: Provider = { ...signed, auth: ({ keyId }) => ({ authorization: `Bearer ${keyId}` }) };
    expect(connect(mixed, access, onServer).headers).toEqual({ authorization: "Bearer id:secret" });
  });
  test("signs in the page if there is no relay", async () => {
    const { sign, headers } = connect(signed, access, serverless);
    expect(headers).toEqual({});
    const signing = { fetch: jest.fn(), now: () => 0, remember: jest.fn() };
    const call = { method: "POST", url: "https://api.paired.example", headers: {} } as const;
    expect(await sign?.(call, signing)).toEqual({ ...call, headers: { signed: "id+secret" } });
  });
  test("is not used if it is incomplete", () => {
    const half = { ...access, values: { ...access.values, pairedKeySecret: "" } };
    expect(connect(signed, half, serverless).sign).toBeUndefined();
  });
});

test("a provider that requires its own settings refuses to be called without them", () => {
  const strict: Provider = { ...acme, incompleteText: "incomplete, says Acme" };
  const refusal = (access: AccessSettings, reach: Reach) => {
    try {
      refuseIncomplete(strict, access, reach);
      return undefined;
    } catch (thrown) {
      return toAppError(thrown).message;
    }
  };
  expect(refusal(acmeAccess({}), onServer)).toBe("incomplete, says Acme");
  expect(refusal(acmeAccess({ key: "sk-1", keyHost: "" }), onServer)).toBeUndefined();
  expect(refusal(acmeAccess({ own: false }), onServer)).toBeUndefined();
  expect(refusal(acmeAccess({}), { ...onServer, refusesOwnKeys: true })).toBeUndefined();
});

test("a server of the user's own is called directly with its key, even if own settings are off", () => {
  const bench = customEndpoint({ id: "custom-1", name: "Bench", boundName: "custom-1", models: [] });
  const named = { ...empty, endpoints: [{ id: "custom-1", name: "Bench", boundName: "custom-1", models: [] }] };
  const addressed = { ...named, ...withAccessValue(named, bench, "url", "bench.example/v1/") };
  const access = {
    ...addressed,
    ...withAccessValue(addressed, bench, "apiKey", "sk-1"),
    accessCode: "open",
    lastUpdateTime: 0,
  };
  const options = { extraBody: "" };
  const expected = { baseUrl: "https://bench.example/v1", headers: { Authorization: "Bearer sk-1" }, options };
  expect(connect(bench, access, onServer)).toEqual(expected);
  expect(connect(bench, access, serverless)).toEqual(expected);
  expect(connect(bench, access, { ...onServer, refusesOwnKeys: true }).headers).toEqual({});
});

test("the key of a server without an address is not sent, not even to the page's own host", () => {
  const bench = customEndpoint({ id: "custom-1", name: "Bench", boundName: "custom-1", models: [] });
  const named = { ...empty, endpoints: [{ id: "custom-1", name: "Bench", boundName: "custom-1", models: [] }] };
  const access = { ...named, ...withAccessValue(named, bench, "apiKey", "sk-1"), lastUpdateTime: 0 };
  expect(connect(bench, access, onServer)).toEqual({ baseUrl: "", headers: {}, options: { extraBody: "" } });
});

test("extra headers are sent to the host for which they were entered, with or without a key @I8.1", () => {
  const bench = customEndpoint({ id: "custom-1", name: "Bench", boundName: "custom-1", models: [] });
  const named = { ...empty, endpoints: [{ id: "custom-1", name: "Bench", boundName: "custom-1", models: [] }] };
  const addressed = { ...named, ...withAccessValue(named, bench, "url", "bench.example") };
  const headed = {
    ...addressed,
    ...withAccessValue(addressed, bench, "extraHeaders", '{"X-Team":"tides","Authorization":"Basic dTpw"}'),
    lastUpdateTime: 0,
  };
  const own = { "x-team": "tides", authorization: "Basic dTpw" };
  expect(connect(bench, headed, onServer).headers).toEqual(own);
  const keyed = { ...headed, ...withAccessValue(headed, bench, "apiKey", "sk-1"), lastUpdateTime: 0 };
  expect(connect(bench, keyed, onServer).headers).toEqual(own);
  const moved = { ...keyed, ...withAccessValue(keyed, bench, "url", "other.example"), lastUpdateTime: 0 };
  expect(connect(bench, moved, onServer).headers).toEqual({});
});
