import { enteredText } from "@/lib/documents/entered-text";

const field = (more: object) => ({ subtype: "Widget", fieldType: "Tx", fieldName: "form[0].page[0].City[0]", ...more });

test.each([
  ["a technical name", [field({ fieldValue: " Brest " })], "- City: Brest"],
  ["several lines", [field({ alternativeText: "Address", fieldValue: "Quay 3\rBrest" })], "- Address: Quay 3\n  Brest"],
  [
    "the displayed text of an option",
    [field({ fieldType: "Ch", fieldValue: ["n", "x"], options: [{ exportValue: "n", displayValue: "North" }] })],
    "- City: North, x",
  ],
  [
    "boxes without an appearance",
    [field({ checkBox: true, fieldValue: "Yes" }), field({ checkBox: true, fieldValue: "Off", fieldName: "Off" })],
    "- [x] City\n- [ ] Off",
  ],
  ["the same field twice", [field({ fieldValue: "Brest" }), field({ fieldValue: "Brest" })], "- City: Brest"],
  [
    "nothing for passwords, hidden and empty fields, buttons and signatures",
    [
      field({ fieldValue: "secret", password: true }),
      field({ fieldValue: "hidden", hidden: true }),
      field({ fieldValue: "  " }),
      field({ fieldType: "Btn", pushButton: true, fieldValue: "Send" }),
      field({ fieldType: "Sig", fieldValue: "signed" }),
    ],
    "",
  ],
  ["nothing for what is no annotation", [undefined, null, "x", { subtype: "FreeText" }, field({ fieldValue: {} })], ""],
])("of a page are entered: %s", (_name, annotations, text) => {
  expect(enteredText(annotations)).toBe(text);
});
