import { languageName } from "@/components/markdown/language-names";

test.each([
  ["py", "Python"],
  ["TS", "TypeScript"],
  ["c++", "C++"],
  ["brainfuck", "brainfuck"],
  ["constructor", "constructor"],
  ["", ""],
])("the fence name %p means %p", (fence, name) => {
  expect(languageName(fence)).toBe(name);
});
