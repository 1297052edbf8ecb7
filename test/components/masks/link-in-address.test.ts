import { maskInAddress } from "@/components/masks/link-in-address";

test.each([
  ["", "#/new-chat?mask=100003", { link: "100003", rest: "" }],
  ["", "#/chat?mask=1.abc-_&fill=hello", { link: "1.abc-_", rest: "#/chat?fill=hello" }],
  ["?id=a&mask=x", "#m", { link: "x", rest: "?id=a#m" }],
  ["?mask=x", "", { link: "x", rest: "" }],
  ["", "#/?mask=", { link: "", rest: "" }],
  ["", "#section", undefined],
  ["", "#x?mask=1", undefined],
  ["?id=a", "#/?settings={}", undefined],
])("of %j %j the mask is %j", (search, hash, found) => {
  expect(maskInAddress({ search, hash })).toEqual(found);
});
