import { lastCodeBlock } from "@/lib/chat/last-code-block";

test.each<[string, string, string | undefined]>([
  ["a text without code", "Just `code` in a line.", undefined],
  ["one block", "Look:\n```ts\nlet x = 1;\n\nx;\n```\nThere.", "let x = 1;\n\nx;"],
  ["the last of two", "```\none\n```\n```\ntwo\n```", "two"],
  ["a block of tildes", "~~~\n```\n~~~", "```"],
  ["a longer fence around a shorter one", "````md\n```\ninner\n```\n````", "```\ninner\n```"],
  ["a block that the reply breaks off in", "```py\nprint(1)", "print(1)"],
  ["a block in a list", "1. ```sh\nls\n   ```", "ls"],
  ["a fence within a line", "```not a block``` and more", undefined],
  ["an empty block", "```\n```", ""],
  ["line ends of Windows", "```\r\na\r\nb\r\n```\r\n", "a\nb"],
])("of %s", (_name, text, expected) => {
  expect(lastCodeBlock(text)).toBe(expected);
});
