import { readPageAddress } from "@/lib/tools/app/page-address";

test.each([
  ["https://Example.com/a?b=1#c", "https://example.com/a?b=1"],
  ["http://example.com:8080/", "http://example.com:8080/"],
  ["https://münchen.de/", "https://xn--mnchen-3ya.de/"],
])("accepts %s", (text, href) => {
  const address = readPageAddress(text);
  expect("url" in address && address.url.href).toBe(href);
});

test("accepts a host with an umlaut also after many calls", () => {
  const isAccepted = Array.from({ length: 50_000 }, () => "url" in readPageAddress("https://münchen.de/"));
  expect(isAccepted.includes(false)).toBe(false);
});

const notPublic = "Only pages of the public internet can be read.";
const otherScheme = "Only http and https pages can be read.";

test.each([
  ["/page", "The URL is invalid. It must be absolute, such as https://example.com/page."],
  ["file:///etc/passwd", otherScheme],
  ["javascript:alert(1)", otherScheme],
  ["data:text/html,x", otherScheme],
  ["blob:https://example.com/1", otherScheme],
  ["https://user:pass@example.com/", "The URL must not contain a user name or password."],
  ["http://localhost:3000/", notPublic],
  ["http://app.localhost/", notPublic],
  ["http://127.1/", notPublic],
  ["http://0x7f000001/", notPublic],
  ["http://10.0.0.1/", notPublic],
  ["http://192.168.1.1/", notPublic],
  ["http://169.254.169.254/latest/meta-data", notPublic],
  ["http://[::1]/", notPublic],
  ["http://[::ffff:7f00:1]/", notPublic],
  ["http://[fd00::1]/", notPublic],
  ["http://router/", notPublic],
  ["http://nas.local/", notPublic],
  ["http://localhost./", notPublic],
])("rejects %s", (text, reason) => {
  expect(readPageAddress(text)).toEqual({ reason });
});
