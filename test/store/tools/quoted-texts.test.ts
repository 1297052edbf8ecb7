import { fileBlock } from "@/lib/chat/file-block";
import { hasQuotedTexts } from "@/store/tools/quoted-texts";
import { sampleMessage } from "../../support/chat-samples";

const question = (content: string) => sampleMessage({ id: "q", role: "user", content });
const reply = (tools: object[]) =>
  ({ ...sampleMessage({ id: "r", role: "assistant", content: "Yes." }), tools }) as never;
const call = { id: "c", name: "read_page", ownName: "read_page", argumentsText: "{}", kind: "app", state: "done" };

test.each([
  ["a document", [question(`Read it.\n\n${fileBlock({ name: "Report.PDF", text: "x" })}`)]],
  [
    "a mail behind a text file",
    [question(["a.txt", "b.eml"].map((name) => fileBlock({ name, text: "x" })).join("\n\n"))],
  ],
  ["a web page", [question(fileBlock({ name: "Tea", text: "Web page: https://example.com\n\nHot" }))]],
  ["a page that a tool has read", [question("Hi"), reply([call])]],
  ["what a tool has found on the web", [reply([{ ...call, name: "search_web", ownName: "search_web" }])]],
])("%s is a text of others", (_name, messages) => {
  expect(hasQuotedTexts(messages)).toBe(true);
});

test.each([
  ["no file", [question("report.pdf")]],
  ["a text file", [question(fileBlock({ name: "notes.md", text: "Web pages" }))]],
  ["a call that did not run", [reply([{ ...call, state: "failed" }])]],
  ["a tool of a plugin with the same name", [reply([{ ...call, kind: "plugin" }])]],
  [
    "a file in a reply",
    [sampleMessage({ id: "r", role: "assistant", content: fileBlock({ name: "a.pdf", text: "x" }) })],
  ],
])("%s is not", (_name, messages) => {
  expect(hasQuotedTexts(messages)).toBe(false);
});
