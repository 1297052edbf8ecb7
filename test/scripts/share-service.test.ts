import { readShareService } from "@/scripts/share-service.mjs";

const given = { SHARE_URL: "https://share.example/api/conversations", SHARE_LINK: "https://shr.example/{id}" };

test("both addresses give a service, none gives none", () => {
  expect(readShareService(given)).toEqual({ url: given.SHARE_URL, link: given.SHARE_LINK });
  expect(readShareService({})).toBeUndefined();
});

test.each([
  [{ ...given, SHARE_URL: "" }, "SHARE_URL"],
  [{ ...given, SHARE_URL: "share.example" }, "SHARE_URL"],
  [{ ...given, SHARE_LINK: "" }, "SHARE_LINK"],
  [{ ...given, SHARE_LINK: "https://shr.example/" }, "SHARE_LINK"],
  [{ ...given, SHARE_LINK: "javascript:{id}" }, "SHARE_LINK"],
])("%j fails the build with the name of the variable", (wrong, name) => {
  expect(() => readShareService(wrong)).toThrow(name);
});
