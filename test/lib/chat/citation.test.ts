import { type ChatDocument, parseCitations } from "@/lib/chat/citation";

const named = (name: string, pages: number): ChatDocument => ({
  name,
  document: { id: "a".repeat(64), pages, tokens: 9, sent: "whole" },
});
const report = named("report.pdf", 40);
const plan = named("Plan, final.docx", 0);
const documents = [report, plan];

test.each([
  ["report.pdf, p. 12", report, "12"],
  ["Report.PDF, pp. 12-14", report, "12"],
  ["report.pdf, page 3", report, "3"],
  ["report.pdf, 3", report, "3"],
  ["report.pdf, 第3页", report, "3"],
  ["report.pdf, S. 3", report, "3"],
  ["Plan, final.docx, Costs", plan, "Costs"],
  ["plan, final.docx", plan, ""],
  ["report.pdf", report, ""],
  ["Plan, final.docx, section: Costs", plan, "Costs"],
])("%j names a place in a document", (mark, document, label) => {
  expect(parseCitations(mark, documents)).toEqual([{ text: mark, target: { document, label } }]);
});

test("a mark may name several places", () => {
  expect(parseCitations("report.pdf, p. 1; Plan, final.docx, Costs", documents)).toEqual([
    { text: "report.pdf, p. 1", target: { document: report, label: "1" } },
    { text: "Plan, final.docx, Costs", target: { document: plan, label: "Costs" } },
  ]);
});

test("Chinese commas separate the place, too", () => {
  expect(parseCitations("report.pdf，第3页；report.pdf", documents)).toEqual([
    { text: "report.pdf, 第3页", target: { document: report, label: "3" } },
    { text: "report.pdf", target: { document: report, label: "" } },
  ]);
});

test.each(["report.pdf, p. 41", "report.pdf, p. 0", "other.pdf, p. 1"])("%j points nowhere", (mark) => {
  expect(parseCitations(mark, documents)).toEqual([{ text: mark }]);
});

test.each(["1, 2", "x, y", "Smith, 2019", "other.pdf", "see a, b; c, d"])("%j is not a citation", (mark) => {
  expect(parseCitations(mark, documents)).toBeUndefined();
});
