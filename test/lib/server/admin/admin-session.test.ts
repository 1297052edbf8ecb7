import fc from "fast-check";
import { toBase64Json } from "@/lib/chat/base64-json";
import { hexOf, hmacSha256 } from "@/lib/providers/sha256";
import { sessionSeconds, sessionState, signSession } from "@/lib/server/admin/admin-session";
import { signCode } from "@/lib/server/codes/signed-code";

const secret = "a-secret-of-the-administrator-of-the-tests";
const now = 1_800_000_000;

test("a session is valid for an hour @A2.10", () => {
  const { token, expires } = signSession(secret, now);
  expect(expires).toBe(now + 3600);
  expect([0, 3599, 3600, 7200].map((seconds) => sessionState(token, secret, now + seconds))).toEqual([
    "valid",
    "valid",
    "expired",
    "expired",
  ]);
});

test("any change of a token makes it wrong @A2.10", () => {
  const { token } = signSession(secret, now);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (index, letter) => {
      const changed = token.slice(0, index) + letter + token.slice(index + 1);
      expect(sessionState(changed, secret, now)).toBe(changed === token ? "valid" : "wrong");
    }),
  );
  expect(sessionState(token.slice(0, -1), secret, now)).toBe("wrong");
  expect(sessionState(`${token}0`, secret, now)).toBe("wrong");
  expect(sessionState("", secret, now)).toBe("wrong");
});

test("sessions of another secret, of a future clock, and codes are wrong @A2.10", () => {
  const { token } = signSession(secret, now);
  expect(sessionState(token, `${secret}s`, now)).toBe("wrong");
  // Without a secret, nobody can sign one with an empty key.
  expect(sessionState(signSession("", now).token, "", now)).toBe("wrong");
  const late = signSession(secret, now + 10 * sessionSeconds).token;
  expect(sessionState(late, secret, now)).toBe("wrong");
  // An instance whose clock is a little ahead.
  expect(sessionState(signSession(secret, now + 200).token, secret, now)).toBe("valid");
  const code = signCode({ id: "ada", issued: now, rights: { features: [] } }, secret);
  expect(sessionState(code, secret, now)).toBe("wrong");
});

test("a signed token without a usable end is wrong @A2.10", () => {
  const signed = (content: unknown) => {
    const text = `a1.${toBase64Json(content)}`;
    return `${text}.${hexOf(hmacSha256(secret, `admin session ${text}`))}`;
  };
  expect(sessionState(signed({ x: now + 60 }), secret, now)).toBe("valid");
  for (const content of [{}, { x: null }, { x: "9999999999" }, { x: 1e300 }, [], 5]) {
    expect(sessionState(signed(content), secret, now)).toBe("wrong");
  }
});
