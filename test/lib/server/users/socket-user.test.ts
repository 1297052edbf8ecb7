import { sentUserOf } from "@/lib/server/users/socket-user";
import type { UserRules } from "@/lib/server/users/user-rules";

const rules = (...proxies: string[]): UserRules => ({
  isNeeded: true,
  header: "x-forwarded-user",
  proxies,
  limits: new Map(),
  areLimitsUnreadable: false,
});

function sent(remoteAddress: string | undefined, users: UserRules, rawHeaders = ["X-Forwarded-User", "ada"]) {
  return sentUserOf({ rawHeaders, socket: remoteAddress === undefined ? {} : { remoteAddress } }, users);
}

test.each([
  ["10.0.0.5", "10.0.0.5", true],
  ["::ffff:10.0.0.5", "10.0.0.5", true],
  ["::FFFF:10.0.0.5", "10.0.0.0/8", true],
  ["::ffff:11.0.0.5", "10.0.0.0/8", false],
  ["::ffff:10.0.0.5", "::ffff:10.0.0.0/104", true],
  ["10.0.0.6", "10.0.0.5", false],
  ["10.255.255.255", "10.1.2.3/8", true],
  ["11.0.0.0", "10.0.0.0/8", false],
  ["172.31.255.255", "172.16.0.0/12", true],
  ["172.32.0.0", "172.16.0.0/12", false],
  ["fd12::1", "fd00::/8", true],
  ["fe00::1", "fd00::/8", false],
  ["::1", "0:0:0:0:0:0:0:1", true],
  ["::1", "127.0.0.1", false],
  ["127.0.0.1", "::1", false],
  ["", "127.0.0.1", false],
  ["no address", "127.0.0.1", false],
  [undefined, "127.0.0.1", false],
])("a connection from %s is from a proxy in %s: %s @A2.11", (address, proxy, isFromProxy) => {
  expect(sent(address, rules(proxy))).toEqual({ isFromProxy, values: ["ada"] });
});

test("returns each value of the header, in any letter case, as UTF-8 @A2.11", () => {
  const bytes = Buffer.from("zoë").toString("latin1");
  const rawHeaders = ["host", "x-forwarded-user", "X-FORWARDED-USER", bytes, "x-forwarded-user", "\u00ff"];
  expect(sent("::1", rules("::1"), rawHeaders)).toEqual({ isFromProxy: true, values: ["zoë", undefined] });
});

test("nothing was sent without the header, or if none is configured", () => {
  expect(sent("::1", rules("::1"), ["host", "x-forwarded-user"])).toBeUndefined();
  expect(sent("::1", { ...rules("::1"), header: "" })).toBeUndefined();
});
