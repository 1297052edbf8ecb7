import fc from "fast-check";
import {
  invitationName,
  newInvitationSecret,
  openInvitation,
  readDeviceLink,
  sealInvitation,
  writeDeviceLink,
} from "@/lib/sealing/invitation";
import { readFragment } from "@/lib/sealing/sealed-link";

const secretOf = (bytes: Uint8Array) => new Uint8Array(bytes);
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(secretOf);
const times = fc.integer({ min: 1, max: 8e15 });
const texts = fc.string({ unit: "grapheme", maxLength: 300 });

test("an invitation opens with its secret and its expiry only @V12.7", async () => {
  await fc.assert(
    fc.asyncProperty(texts, secrets, secrets, times, times, async (text, secret, other, expires, later) => {
      const bytes = await sealInvitation(text, secret, expires);
      expect(await openInvitation(bytes, secret, expires)).toEqual({ text });
      if (invitationName(secret) !== invitationName(other)) {
        expect(await openInvitation(bytes, other, expires)).toBe("altered");
      }
      if (later !== expires) expect(await openInvitation(bytes, secret, later)).toBe("altered");
    }),
    { numRuns: 50 },
  );
});

test("a flipped bit and a cut in an invitation are detected, and a newer version is named @V12.7", async () => {
  await fc.assert(
    fc.asyncProperty(texts, secrets, fc.nat(), fc.nat({ max: 7 }), async (text, secret, place, bit) => {
      const bytes = await sealInvitation(text, secret, 5);
      const at = 1 + (place % (bytes.length - 1));
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      expect(await openInvitation(flipped, secret, 5)).toBe("altered");
      expect(await openInvitation(bytes.slice(0, at), secret, 5)).toBe("altered");
    }),
    { numRuns: 50 },
  );
  const bytes = await sealInvitation("a", newInvitationSecret(), 5);
  expect(await openInvitation(Uint8Array.of(2, ...bytes.subarray(1)), newInvitationSecret(), 5)).toBe("newer");
  expect(await openInvitation(Uint8Array.of(0, ...bytes.subarray(1)), newInvitationSecret(), 5)).toBe("altered");
  expect(await openInvitation(new Uint8Array(), newInvitationSecret(), 5)).toBe("altered");
});

test("the name and the size of an invitation depend on neither its text nor its place @V12.7", async () => {
  const secret = newInvitationSecret();
  const sizes = await Promise.all(["", "a", "long ".repeat(40)].map((text) => sealInvitation(text, secret, 5)));
  // The version, the nonce, the smallest step of objects and the tag.
  expect(sizes.map(({ length }) => length)).toEqual([1053, 1053, 1053]);
  expect(invitationName(secret)).toMatch(/^[0-9a-f]{32}$/);
  expect(invitationName(secretOf(new Uint8Array(32)))).not.toBe(invitationName(secretOf(new Uint8Array(32).fill(1))));
});

test("a link contains its text and its secret, and a cut or altered one is refused", async () => {
  await fc.assert(
    fc.asyncProperty(texts, secrets, fc.nat(), async (text, secret, place) => {
      const fragment = await writeDeviceLink(text, secret);
      for (const written of [fragment, `#${fragment}`, ` https://chat.example/a/artifacts#${fragment}\n`]) {
        expect(await readDeviceLink(written)).toEqual({ secret, text });
      }
      const at = 4 + (place % (fragment.length - 4));
      const letter = fragment[at] === "A" ? "B" : "A";
      const read = await readDeviceLink(fragment.slice(0, at) + letter + fragment.slice(at + 1));
      // The last letter of base64 may have bits that are not used.
      if (read !== "broken")
        expect([read, at >= fragment.length - 1 || fragment[at + 1] === "."]).toEqual([{ secret, text }, true]);
      expect(await readDeviceLink(fragment.slice(0, at))).toBe("broken");
    }),
    { numRuns: 50 },
  );
});

test("links of newer versions are named, and everything else is refused", async () => {
  const fragment = await writeDeviceLink("text", newInvitationSecret());
  expect(await readDeviceLink(fragment.replace(/^2/, "3"))).toBe("newer");
  const odd = [
    "",
    "#",
    "2.d.",
    "2.c.abc.def",
    fragment.replace(/^2/, "1"),
    `2.d.${"x".repeat(30_000)}`,
    "https://a.example",
  ];
  for (const text of odd) expect(await readDeviceLink(text)).toBe("broken");
  // An app that knows only the other encrypted links asks for an update.
  expect(readFragment(fragment)).toBe("newer");
});
