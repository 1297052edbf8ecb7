import { horizontalForms } from "@/lib/documents/vertical-forms";

test("marks of vertical writing become those of horizontal writing", () => {
  expect(horizontalForms("︐︑︒︓︔︕︖︗︘︙")).toBe("，、。：；！？〖〗…");
  expect(horizontalForms("︰︱︲︳︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈")).toBe(
    "‥—–＿（）｛｝〔〕【】《》〈〉「」『』［］",
  );
});

test("other text stays as it is", () => {
  const text = "Tide 12,5 (m) … 。「潮」 ﬁ";
  expect(horizontalForms(text)).toBe(text);
});
