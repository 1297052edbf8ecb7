import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { signTencentCall, tencentSignature } from "@/lib/providers/codecs/tencent-signature";
import type { HttpCall } from "@/lib/providers/provider";

const secrets = { secretId: "AKIDexampleSyntheticSecretId0001", secretKey: "ExampleSyntheticSecretKeyDoNotUse01" };

/** The same signature, written down once more with Node's own functions. */
function signatureByNode(secretKey: string, host: string, body: string, timestamp: number): string {
  const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text, "utf8").digest();
  const day = new Date(timestamp * 1000).toISOString().split("T")[0] ?? "";
  const headers = `content-type:application/json\nhost:${host}\nx-tc-action:chatcompletions\n`;
  const request = `POST\n/\n\n${headers}\ncontent-type;host;x-tc-action\n${sha256(body)}`;
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${day}/hunyuan/tc3_request\n${sha256(request)}`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), "hunyuan"), "tc3_request");
  return hmac(key, text).toString("hex");
}

const bodies = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.constantFrom("", "{}", "\ud83d", '{"Content":"你好 👋 — ping?"}', "潮".repeat(100_000)),
);

test("equals another implementation's signature for any body, host and time", () => {
  fc.assert(
    fc.property(bodies, fc.domain(), fc.nat(4_102_444_800), (body, host, timestamp) => {
      const { signature } = tencentSignature(secrets, { host, body, timestamp });
      expect(signature).toBe(signatureByNode(secrets.secretKey, host.toLowerCase(), body, timestamp));
    }),
  );
});

test("uses the UTC day, wherever the call is made", () => {
  const content = { host: "hunyuan.tencentcloudapi.com", body: "{}" };
  expect(tencentSignature(secrets, { ...content, timestamp: 1795132799 }).date).toBe("2026-11-19");
  expect(tencentSignature(secrets, { ...content, timestamp: 1795132800 }).date).toBe("2026-11-20");
});

describe("a signed call", () => {
  const call: HttpCall = {
    method: "POST",
    url: "https://hunyuan.tencentcloudapi.com",
    headers: { Accept: "application/json", "content-type": "application/json; charset=utf-8" },
    body: '{"Model":"hunyuan-lite"}',
  };

  test("has the signature of its host, body and second, and is otherwise unchanged", () => {
    const content = { host: "hunyuan.tencentcloudapi.com", body: call.body ?? "", timestamp: 1795132800 };
    expect(signTencentCall(call, secrets, 1795132800_999)).toEqual({
      ...call,
      headers: {
        Accept: "application/json",
        Authorization: tencentSignature(secrets, content).authorization,
        "Content-Type": "application/json",
        "X-TC-Action": "ChatCompletions",
        "X-TC-Version": "2023-09-01",
        "X-TC-Timestamp": "1795132800",
      },
    });
  });

  test.each([
    ["https://mirror.test:8443/tencent/", "mirror.test:8443"],
    ["https://MIRROR.test", "mirror.test"],
    ["http://localhost:3000", "localhost:3000"],
    ["https://mirror.test:443/", "mirror.test"],
  ])("to %s is signed for %s", (url, host) => {
    const content = { host, body: call.body ?? "", timestamp: 5 };
    expect(signTencentCall({ ...call, url }, secrets, 5000).headers.Authorization).toBe(
      tencentSignature(secrets, content).authorization,
    );
  });

  test("removes other credentials and actions, in any letter case", () => {
    const headers = { authorization: "Bearer key", AUTHORIZATION: "Bearer key", "x-tc-action": "DescribeKeys" };
    const signed = signTencentCall({ ...call, headers }, secrets, 5000).headers;
    expect(Object.keys(signed).sort()).toEqual([
      "Authorization",
      "Content-Type",
      "X-TC-Action",
      "X-TC-Timestamp",
      "X-TC-Version",
    ]);
    expect(signed).toMatchObject({ "X-TC-Action": "ChatCompletions" });
    expect(signed.Authorization).toMatch(/^TC3-HMAC-SHA256 Credential=AKIDexample/);
  });
});
