import { programName, readToolPrograms } from "@/lib/tools/mcp/program";

const program = {
  id: "a",
  createdAt: 1,
  name: "",
  command: "/usr/bin/npx",
  args: ["-y", "x"],
  variables: [],
  isOn: true,
};

test("stored programs are read newest first, with unknown fields; invalid ones are skipped", () => {
  const newer = { id: "b", command: "uvx", createdAt: 2, args: "no list", variables: [{ name: "A" }], later: true };
  const programs = { a: program, b: newer, c: { id: "c", command: "" }, d: null, e: { command: "x" } };
  expect(readToolPrograms({ programs })).toEqual([
    { ...newer, name: "", args: [], variables: [{ name: "A", token: "" }], isOn: true },
    program,
  ]);
  for (const damaged of [undefined, null, [], "text", { programs: 1 }]) expect(readToolPrograms(damaged)).toEqual([]);
});

test("a program without a name is named after its command", () => {
  expect(programName(program)).toBe("npx");
  expect(programName({ name: "", command: "C:\\Tools\\server.exe" })).toBe("server.exe");
  expect(programName({ ...program, name: "Files" })).toBe("Files");
});
