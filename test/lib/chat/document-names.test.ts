import { withDocumentNames } from "@/lib/chat/document-names";
import { joinFiles } from "@/lib/chat/file-block";

test("references to documents become names; short files stay", () => {
  const document = { id: "a".repeat(64), pages: 3, tokens: 9, sent: "whole" };
  const files = [
    { name: "tides.pdf", text: "", document },
    { name: "a.txt", text: "x" },
  ];
  expect(withDocumentNames(joinFiles({ text: "Compare:", files }))).toBe(
    'Compare:\n\n[tides.pdf]\n\n```txt title="a.txt"\nx\n```',
  );
  expect(withDocumentNames('```txt title="a.txt"\nx\n```\n')).toBe('```txt title="a.txt"\nx\n```\n');
});
