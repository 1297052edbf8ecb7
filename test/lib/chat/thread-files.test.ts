import { joinFiles } from "@/lib/chat/file-block";
import { filesInThread } from "@/lib/chat/thread-files";

const asked = (...files: { name: string; text: string }[]) => ({
  role: "user" as const,
  content: joinFiles({ text: "Look", files }),
});

test("the files of all questions are returned, the last of each path", () => {
  const messages = [
    asked({ name: "a.csv", text: "1" }, { name: "data/b.csv", text: "2" }),
    { role: "assistant" as const, content: joinFiles({ text: "", files: [{ name: "c.csv", text: "3" }] }) },
    asked({ name: "a.csv", text: "4" }),
  ];
  expect(filesInThread(messages)).toEqual([
    { name: "a.csv", text: "4" },
    { name: "data/b.csv", text: "2" },
  ]);
});

test.each([
  ["../../etc/passwd", "etc/passwd"],
  ["/root/x", "root/x"],
  ["C:\\data\\x.csv", "C:/data/x.csv"],
  ["./a//b", "a/b"],
])("the name %s is the path %s", (name, path) => {
  expect(filesInThread([asked({ name, text: "x" })]).map((file) => file.name)).toEqual([path]);
});
