import { type AddressWarning, type LinkAddress, readLinkAddress } from "@/lib/links/link-address";

/** An address that is offered, with what is said of it. */
function offered(address: string, host: string, ...warnings: readonly AddressWarning[]): LinkAddress {
  return { address, host, warnings };
}

test.each([
  ["https://gw.example", offered("https://gw.example", "gw.example")],
  ["gw.example", offered("https://gw.example", "gw.example")],
  ["gw.example:8443/v1/", offered("https://gw.example:8443/v1", "gw.example:8443")],
  ["HTTPS://GW.Example/v1", offered("https://gw.example/v1", "gw.example")],
  ["https%3A%2F%2Fgw.example%2Fv1", offered("https://gw.example/v1", "gw.example")],
  ["http://gw.example", offered("http://gw.example", "http://gw.example", "unencrypted")],
  ["https://аpi.openai.com", offered("https://xn--pi-6kc.openai.com", "xn--pi-6kc.openai.com", "foreign-letters")],
  [
    "https://api.openai.com。evil.example",
    offered("https://api.openai.com.evil.example", "api.openai.com.evil.example"),
  ],
  ["https://evil.example\\@api.openai.com", offered("https://evil.example/@api.openai.com", "evil.example")],
])("normalizes %s as a browser does", (text, address) => {
  expect(readLinkAddress(text)).toEqual(address);
});

test.each([
  "https://localhost",
  "https://router",
  "https://nas.local",
  "https://127.0.0.1",
  "https://0x7f.1",
  "https://2130706433",
  "https://10.1.2.3",
  "https://100.64.0.1",
  "https://172.31.0.1",
  "https://192.168.1.1",
  "https://169.254.169.254",
  "https://[::1]",
  "https://[fd00::1]",
  "https://[fe80::1]",
  "https://[::ffff:10.0.0.1]",
  "https://[::10.0.0.1]",
  "https://[64:ff9b::7f00:1]",
  "https://[64:ff9b::10.0.0.1]",
  "https://[64:ff9b:1::1]",
  "https://[2002:c0a8:101::1]",
  "https://[2002:a00::]",
  "https://fritz.box",
  "https://router.fritz.box",
  "https://nas.home",
  "https://nas.home.arpa",
  "https://nas.lan.",
  "https://db.internal",
  "https://db.corp",
])("warns that %s is in the local network", (text) => {
  expect(readLinkAddress(text)).toMatchObject({ warnings: ["private"] });
});

test.each([
  "https://172.32.0.1",
  "https://100.128.0.1",
  "https://8.8.8.8",
  "https://[2001:db8::1]",
  "https://[64:ff9b::808:808]",
  "https://[2002:808:808::1]",
  "https://notfritz.box",
  "https://fritz.box.example",
])("does not warn that %s is in the local network", (text) => {
  expect(readLinkAddress(text)).toMatchObject({ warnings: [] });
});

test.each([
  ["javascript:alert(1)", "other-scheme"],
  ["data:text/html,x", "other-scheme"],
  ["ftp://gw.example", "other-scheme"],
  ["https://api.openai.com@evil.example", "holds-credentials"],
  ["https://user:secret@evil.example/v1", "holds-credentials"],
  ["https://gw.example/?x=", "not-an-address"],
  ["https://gw.example/#/v1", "not-an-address"],
  ["https://", "not-an-address"],
  ["https://exa mple.com", "not-an-address"],
  ["https%3A%2F%2F%zz", "not-an-address"],
  ["", "not-an-address"],
  [`https://gw.example/${"x".repeat(2000)}`, "not-an-address"],
])("rejects %s: %s", (text, refusal) => {
  expect(readLinkAddress(text)).toEqual({ refusal });
});
