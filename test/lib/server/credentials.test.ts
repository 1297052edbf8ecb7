import { ownHeaders, readCredentials, serverHeaders } from "@/lib/server/credentials";
import { refusalOf } from "@/lib/server/error-response";
import { acme, headed, keyless, paired } from "../../support/test-server";

test.each([
  [{}, {}],
  [{ authorization: "" }, {}],
  [{ authorization: "Bearer" }, {}],
  [{ authorization: "Bearer   " }, {}],
  [{ authorization: "Bearer nk-" }, {}],
  [{ authorization: "Bearer nk-code" }, { accessCode: "code" }],
  [{ authorization: "nk-code" }, { accessCode: "code" }],
  [{ authorization: "bearer  NK-code" }, { accessCode: "code" }],
  [{ authorization: "Bearer Bearer nk-code" }, { accessCode: "code" }],
  [{ authorization: "Bearer nk-two words" }, { accessCode: "two words" }],
  [{ "x-api-key": "nk-code" }, { accessCode: "code" }],
  [{ authorization: "Bearer sk-own" }, { ownKey: "sk-own" }],
  [{ authorization: "sk-own" }, { ownKey: "sk-own" }],
  [{ "x-api-key": "sk-own" }, { ownKey: "sk-own" }],
  [{ "api-key": "sk-own" }, { ownKey: "sk-own" }],
  [{ "x-goog-api-key": "sk-own" }, { ownKey: "sk-own" }],
  [
    { authorization: "Bearer nk-code", "x-api-key": "sk-own" },
    { ownKey: "sk-own", accessCode: "code" },
  ],
  [{ authorization: "Bearer id:secret" }, { ownKey: "id:secret" }],
  [{ authorization: "Basic dXNlcjpwYXNz" }, {}],
  [{ authorization: "basic  dXNlcjpwYXNz" }, {}],
  [{ authorization: "Basic" }, {}],
  [{ authorization: "AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=0" }, {}],
  [{ authorization: "AWS4-HMAC-SHA256 Credential=a/b", "x-api-key": "nk-one" }, { accessCode: "one" }],
  [{ authorization: "Basic dXNlcjpwYXNz", "x-api-key": "sk-own" }, { ownKey: "sk-own" }],
  [{ authorization: "basic-key" }, { ownKey: "basic-key" }],
])("reads the credentials of %j: %j @A2.3", (headers, credentials) => {
  expect(readCredentials(new Headers(headers as Record<string, string>))).toEqual(credentials);
});

test.each(["Bearer sk-own, Bearer nk-code", "Bearer sk-own Bearer nk-code", "Token dXNlcjpwYXNz", "Bearer sk-\u00e9"])(
  "rejects %j, which is not a single key",
  (authorization) => {
    expect.assertions(1);
    try {
      readCredentials(new Headers({ authorization }));
    } catch (thrown) {
      expect(refusalOf(thrown)).toBe("malformed-credential");
    }
  },
);

test("sends a user's own key upstream in the provider's format, whatever header it came in @A2.2 @S4", () => {
  expect(ownHeaders(acme, "sk-own")).toEqual({ authorization: "Bearer sk-own" });
  expect(ownHeaders(headed, "sk-own")).toEqual({ "x-api-key": "sk-own" });
  expect(ownHeaders(paired, "id:secret")).toEqual({ authorization: "Bearer id:secret" });
  expect(ownHeaders(keyless, "sk-own")).toEqual({});
});

test("the operator's credential may have several parts", () => {
  expect(serverHeaders(paired, { keyId: "id", keySecret: "secret" })).toEqual({ authorization: "Bearer id:secret" });
});
