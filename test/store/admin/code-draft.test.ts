import { codeIn, draftOf, emptyDraft, linkOf, requestOf } from "@/store/admin/code-draft";

const expires = Date.parse("2027-03-02T00:00Z") / 1000;

test("the request has only what was entered", () => {
  const features = ["images", "voice", "tools"];
  expect(JSON.parse(JSON.stringify(requestOf(emptyDraft)))).toEqual({ rights: { features }, isShort: false });
  const draft = {
    ...emptyDraft,
    id: " ada ",
    name: " Ada ",
    providers: " openai, 302.AI ,",
    perMinute: "7",
    atOnce: "many",
    expires: "2027-03-01",
  };
  expect(JSON.parse(JSON.stringify(requestOf(draft)))).toEqual({
    id: "ada",
    // The server reports a number that is not one.
    rights: {
      name: "Ada",
      providers: ["openai", "302.AI"],
      features,
      expires: "2027-03-01",
      perMinute: 7,
      atOnce: "many",
    },
    isShort: false,
  });
});

test("a code that is changed keeps its exact end unless another day is chosen", () => {
  const found = {
    kind: "signed",
    countId: "signed ada",
    id: "ada",
    rights: { features: ["tools"], expires: expires - 3600, perMinute: 5 },
    isExpired: false,
  } as const;
  const draft = draftOf({ ...found, rights: { ...found.rights, features: ["tools"] } });
  expect(draft).toEqual({
    ...emptyDraft,
    id: "ada",
    features: ["tools"],
    expires: "2027-03-01",
    perMinute: "5",
    formerEnd: expires - 3600,
  });
  expect(requestOf(draft).rights).toMatchObject({ expires: expires - 3600 });
  expect(requestOf({ ...draft, expires: "2027-04-01" }).rights).toMatchObject({ expires: "2027-04-01" });
  expect(requestOf({ ...draft, expires: "" }).rights).toMatchObject({ expires: undefined });
});

test("the last day of a code that ends at midnight is the day before", () => {
  const rights = { features: [], expires };
  expect(draftOf({ kind: "short", countId: "short b", id: "b", rights, isExpired: true })).toMatchObject({
    expires: "2027-03-01",
    isShort: true,
  });
});

test("a link has its code, and a code is found in it", () => {
  expect(linkOf("c1.a.b", "https://chat.example/base/")).toBe("https://chat.example/base/#/?code=c1.a.b");
  expect(codeIn("https://chat.example/#/?code=c1-ada%20x&settings=1")).toBe("c1-ada x");
  expect(codeIn("  c1.a.b ")).toBe("c1.a.b");
  expect(codeIn("?code=%E0%A4%A")).toBe("?code=%E0%A4%A");
});
