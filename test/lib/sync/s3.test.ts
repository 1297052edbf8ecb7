/** @jest-environment node */
import fc from "fast-check";
import { parseStoreAddress } from "@/lib/server/sync-address";
import type { S3Settings } from "@/lib/settings/sync-settings";
import type { RemoteAnswer, RemoteCall, Way } from "@/lib/sync/remote";
import { openS3 } from "@/lib/sync/s3";
import { isOddPrefix } from "@/lib/sync/s3-prefix";
import { signedHeaders } from "@/lib/sync/s3-signature";

const settings: S3Settings = {
  endpoint: "https://s3.eu-central-1.amazonaws.com/",
  region: "eu-central-1",
  bucket: "notes",
  prefix: "",
  isPathStyle: true,
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const now = () => Date.UTC(2026, 10, 27, 12);

/** Opens a remote whose calls are noted and answered from a list. */
function open(answers: readonly Partial<RemoteAnswer>[], given: Partial<S3Settings> = {}, way: Way = {}) {
  const sent: RemoteCall[] = [];
  const left = [...answers];
  const send = async (call: RemoteCall) => {
    sent.push(call);
    return { status: 200, body: "", ...left.shift() };
  };
  return { remote: openS3({ ...settings, ...given }, way, send, now), sent };
}

const errorBody = (code: string, more = "") =>
  `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>m</Message>${more}</Error>`;

test("signs as the service documents it", async () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "PUT Object"
  const call: RemoteCall = {
    method: "PUT",
    url: "https://examplebucket.s3.amazonaws.com/test%24file.text",
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    body: "Welcome to Amazon S3.",
  };
  const credential = {
    region: "us-east-1",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const { "x-amz-content-sha256": digest, authorization } = await signedHeaders(
    call,
    credential,
    Date.UTC(2013, 4, 24),
  );
  expect(digest).toBe("44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072");
  // The example signs `date`, which browsers do not send, so the signature differs.
  expect(authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, Signature=[0-9a-f]{64}$/,
  );
});

test("signs a reading as the service documents it, to the last digit", async () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "GET Object"
  const call: RemoteCall = {
    method: "GET",
    url: "https://examplebucket.s3.amazonaws.com/test.txt",
    headers: { range: "bytes=0-9" },
  };
  const credential = {
    region: "us-east-1",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  expect(await signedHeaders(call, credential, Date.UTC(2013, 4, 24))).toEqual({
    range: "bytes=0-9",
    "x-amz-date": "20130524T000000Z",
    "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  });
});

test.each([
  ["in the path", {}, "https://s3.eu-central-1.amazonaws.com/notes/chatgpt-next-web/backup.json"],
  [
    "in the path, with a folder",
    { prefix: "/my notes/ü(1)'/" },
    "https://s3.eu-central-1.amazonaws.com/notes/my%20notes/%C3%BC%281%29%27/chatgpt-next-web/backup.json",
  ],
  [
    "in the host name",
    { isPathStyle: false, prefix: "a" },
    "https://notes.s3.eu-central-1.amazonaws.com/a/chatgpt-next-web/backup.json",
  ],
  [
    "in the path below a path",
    { endpoint: "http://nas.local:9000/storage/v1/s3" },
    "http://nas.local:9000/storage/v1/s3/notes/chatgpt-next-web/backup.json",
  ],
])("requests the file with the bucket %s", async (_name, given, url) => {
  const { remote, sent } = open([{ body: "text" }], given);
  await remote.get();
  expect(sent.map((call) => [call.method, call.url])).toEqual([["GET", url]]);
});

test("sends calls through the proxy with the service's signature, and the proxy's code in a header of its own", async () => {
  const direct = open([{}]);
  await direct.remote.get();
  const { remote, sent } = open([{}], {}, { proxy: "/chat/api", accessCode: "one" });
  await remote.get();
  const endpoint = encodeURIComponent("https://s3.eu-central-1.amazonaws.com/notes");
  expect(sent[0]?.url).toBe(`/chat/api/s3/chatgpt-next-web/backup.json?endpoint=${endpoint}`);
  expect(sent[0]?.headers).toEqual({ ...direct.sent[0]?.headers, "x-api-key": "nk-one" });
  expect(JSON.stringify(sent)).not.toContain(settings.secretAccessKey);
});

test.each([
  ["an address without a scheme", { endpoint: "s3.example" }, "wrong-address"],
  ["a folder above", { prefix: "a/../b" }, "wrong-address"],
  ["half a character in the folder", { prefix: "a\uD800" }, "wrong-address"],
  [
    "an IP address that would follow a bucket",
    { endpoint: "http://192.168.1.5:9000", isPathStyle: false },
    "wrong-address",
  ],
  ["a bucket with a slash", { bucket: "a/b" }, "no-bucket"],
  ["a bucket of dots", { bucket: ".." }, "no-bucket"],
  ["a bucket that is no host name", { bucket: "My_Notes", isPathStyle: false }, "no-bucket"],
  ["a bucket that redirects a host name", { bucket: "evil.example/", isPathStyle: false }, "no-bucket"],
  ["an invalid region", { region: "eu central/1" }, "region"],
])("sends nothing with %s", async (_name, given, problem) => {
  const { remote, sent } = open([], given);
  await expect(remote.get()).rejects.toMatchObject({ details: { problem } });
  expect(sent).toEqual([]);
});

test.each([
  [404, "NoSuchKey"],
  [409, "OperationAborted"],
])("a write that another device has overtaken begins again (%i %s)", async (status, code) => {
  const { remote } = open([
    { body: "one", etag: '"1"' },
    { status, body: `<Error><Code>${code}</Code></Error>` },
  ]);
  const kept = await remote.get();
  await expect(remote.set("two", kept)).rejects.toMatchObject({ details: { problem: "changed" } });
});

test("writes only over the version that was read, at services that refuse it otherwise", async () => {
  const { remote, sent } = open([{ body: "one", etag: '"1"' }, {}, { status: 412 }]);
  const kept = await remote.get();
  expect(kept).toEqual({ text: "one", etag: '"1"' });
  await remote.set("two", kept);
  expect(sent[1]?.headers["if-match"]).toBe('"1"');
  expect(sent[1]?.headers.authorization).toContain(
    "SignedHeaders=content-type;host;if-match;x-amz-content-sha256;x-amz-date,",
  );
  await expect(remote.set("three", { text: "", isMissing: true })).rejects.toMatchObject({
    details: { problem: "changed", status: 412 },
  });
  expect(sent[2]?.headers["if-none-match"]).toBe("*");
});

test("at other services, the version is sent but not relied on; without support, it is left out", async () => {
  const other = { endpoint: "https://s3.example" };
  const { remote, sent } = open(
    [{ body: "one", etag: '"1"' }, { status: 501, body: errorBody("NotImplemented") }, {}],
    other,
  );
  const kept = await remote.get();
  expect(kept).toEqual({ text: "one" });
  await remote.set("two", kept);
  expect(sent.map(({ method, headers }) => [method, headers["if-match"]])).toEqual([
    ["GET", undefined],
    ["PUT", '"1"'],
    ["PUT", undefined],
  ]);
});

test("a service that is known to support conditions is not written to without them", async () => {
  const { remote, sent } = open([
    { body: "one", etag: '"1"' },
    { status: 501, body: errorBody("NotImplemented") },
  ]);
  await expect(remote.set("two", await remote.get())).rejects.toMatchObject({ details: { problem: "wrong-method" } });
  expect(sent).toHaveLength(2);
});

test.each([
  [403, errorBody("SignatureDoesNotMatch"), { problem: "wrong-key" }],
  [403, errorBody("InvalidAccessKeyId"), { problem: "wrong-key" }],
  [404, errorBody("XAdminUserNotFound"), { problem: "wrong-key" }],
  [400, errorBody("InvalidRegionName"), { problem: "region" }],
  [401, errorBody("Unauthorized"), { problem: "wrong-key" }],
  [401, "", { problem: "wrong-key" }],
  [403, errorBody("AccessDenied"), { problem: "no-listing" }],
  [403, "", { problem: "forbidden" }],
  [404, errorBody("NoSuchBucket"), { problem: "no-bucket" }],
  [404, "<html>Not found</html>", { problem: "no-bucket" }],
  [403, errorBody("RequestTimeTooSkewed"), { problem: "clock" }],
  [301, errorBody("PermanentRedirect"), { problem: "region" }],
  [307, "", { problem: "region" }],
  [0, "", { problem: "region" }],
  [
    400,
    errorBody("AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>"),
    { problem: "other-region", region: "eu-west-1" },
  ],
  [400, errorBody("AuthorizationHeaderMalformed", "<Region><b>x</b></Region>"), { problem: "region" }],
  [400, errorBody("EntityTooLarge"), { problem: "too-large" }],
  [409, errorBody("ConditionalRequestConflict"), { problem: "changed" }],
  [503, errorBody("SlowDown"), { problem: "busy" }],
  [500, errorBody("InternalError"), { problem: "server" }],
  [400, `<!DOCTYPE x [<!ENTITY e "e">]>${" ".repeat(5_000)}<Code>NoSuchBucket</Code>`, { problem: "server" }],
  [200, "", undefined],
])("reports %i %s with the reason", async (status, body, problem) => {
  const reads = open([{ status, body }]).remote.check();
  const objects = open([{ status, body }]).remote.objects.write("0".repeat(32), new Uint8Array(1));
  if (problem === undefined) return expect(await Promise.all([reads, objects])).toEqual([true, undefined]);
  const details = { ...problem, status };
  await expect(reads).rejects.toMatchObject({ details });
  await expect(objects).rejects.toMatchObject({ details });
});

test("a proxy's own refusals are reported as such", async () => {
  const way = { proxy: "/api" };
  const reads = (status: number, msg: string) =>
    open([{ status, body: JSON.stringify({ msg }) }], {}, way).remote.get();
  await expect(reads(400, "Invalid endpoint")).rejects.toMatchObject({ details: { problem: "proxy-refuses" } });
  await expect(reads(401, "empty access code")).rejects.toMatchObject({ details: { problem: "access-code" } });
});

test("the form refuses the folders that the proxy refuses, and no others", () => {
  const unit = fc.constantFrom("a", "/", ".", "%", "2", "5", "f", "C", " ", "\\", "\n", "ü", "🌊", "(", "+");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (prefix) => {
      const folders = prefix.split("/").filter((folder) => folder !== "");
      const address = ["https://s3.example/notes", ...folders.map(encodeURIComponent)].join("/");
      expect([prefix, isOddPrefix(prefix)]).toEqual([prefix, parseStoreAddress(address) === undefined]);
    }),
    { numRuns: 2_000 },
  );
});
