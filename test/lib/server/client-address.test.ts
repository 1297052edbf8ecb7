import { clientAddress } from "@/lib/server/client-address";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:5500", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["no:address:at:all", "no:address:at:all"],
  ["", undefined],
  ["203.0.113.7, ", undefined],
])("behind a proxy, %j is the client %s @A2.5", (forwarded, client) => {
  expect(clientAddress(new Headers({ "x-forwarded-for": forwarded }), true)).toBe(client);
});

test("ignores the header without a declared proxy, because any caller can set it @A2.5", () => {
  expect(clientAddress(new Headers({ "x-forwarded-for": "203.0.113.7" }), false)).toBeUndefined();
  expect(clientAddress(new Headers(), true)).toBeUndefined();
});
