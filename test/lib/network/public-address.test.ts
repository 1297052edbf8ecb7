import fc from "fast-check";
import { isPublicAddress, isPublicHostname } from "@/lib/network/public-address";

/** As the relay asks: whatever a caller writes is parsed first. */
function isPublicUrl(host: string): boolean {
  return URL.canParse(`https://${host}/`) && isPublicHostname(new URL(`https://${host}/`).hostname);
}

test.each([
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "１２７.0.0.1",
  "127。0。0。1",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "167772161",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "0251.0376.0251.0376",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "192.168.257",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::8.8.8.8]",
  "[64:ff9b:1::1]",
  "[100::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[3fff::1]",
  "[5f00::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fe80::1%25eth0]",
  "[febf::1]",
  "[fec0::1]",
  "[ff02::1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost.localdomain",
  "ip6-localhost",
  "app.localhost",
  "printer.local",
  "PRINTER.Local",
  "metadata.google.internal",
  "metadata",
  "db.lan",
  "router.home.arpa",
  "1.0.0.127.in-addr.arpa",
  "kubernetes.default.svc.cluster.local",
  "intranet",
  "example.com.",
  "example..com",
  "hidden.onion",
  "ｌｏｃａｌｈｏｓｔ",
])("rejects %s as not public @O4.2", (host) => {
  expect(isPublicUrl(host)).toBe(false);
});

test.each([
  "example.com",
  "EXAMPLE.com",
  "api.example.co.uk",
  "localhost.example.com",
  "xn--bcher-kva.example",
  "8.8.8.8",
  "134744072",
  "100.128.0.1",
  "172.32.0.1",
  "192.0.1.1",
  "[2606:4700:4700::1111]",
  "[2001:4860:4860::8888]",
  "[2001:200::1]",
])("accepts %s", (host) => {
  expect(isPublicUrl(host)).toBe(true);
});

test.each(["", "nonsense", "fe80::1%eth0", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.-4", "::g", " 8.8.8.8"])(
  "rejects a resolver's response of %j as not public @O4.2",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test("classifies an address the same in every notation @O4.2", () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), (value) => {
      const parts = [24, 16, 8, 0].map((bits) => (value >>> bits) & 255);
      const isPublic = isPublicAddress(parts.join("."));
      const hex = parts.map((part) => `0x${part.toString(16)}`).join(".");
      const octal = parts.map((part) => `0${part.toString(8)}`).join(".");
      const short = `${parts[0]}.${value & 0xffffff}`;
      expect([String(value), hex, octal, short].map(isPublicUrl)).toEqual([isPublic, isPublic, isPublic, isPublic]);
      const [high, low] = [value >>> 16, value & 0xffff].map((group) => group.toString(16));
      expect(isPublicUrl(`[::ffff:${high}:${low}]`)).toBe(false);
    }),
  );
});
