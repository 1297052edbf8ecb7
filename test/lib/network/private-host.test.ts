import { isPrivateHost } from "@/lib/network/private-host";

const hostnameOf = (host: string) => new URL(`http://${host}/`).hostname;

test.each([
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.20:8080",
  "169.254.7.7",
  "0xc0a80114",
  "[fc00::1]",
  "[fdff::1]:3000",
  "[fe80::1]",
  "[febf::1]",
  "nas",
  "nas.local",
  "a.b.local",
])("%s is in the local network", (host) => {
  expect(isPrivateHost(hostnameOf(host))).toBe(true);
});

test.each([
  "9.255.255.255",
  "11.0.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.169.0.1",
  "169.253.0.1",
  "8.8.8.8",
  "127.0.0.1",
  "0.0.0.0",
  "[2606:4700::1]",
  "[fec0::1]",
  "[::1]",
  "[::ffff:192.168.1.1]",
  "[::ffff:8.8.8.8]",
  "tides.test",
  "10.0.0.1.evil.test",
  "nas.local.evil.test",
  "evillocal.test",
  "nas.",
  "nas.local.",
  "local",
])("%s is not", (host) => {
  expect(isPrivateHost(hostnameOf(host))).toBe(false);
});
