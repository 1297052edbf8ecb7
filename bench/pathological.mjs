/** Returns texts designed to block a tab while it renders them, each with a name. */
export function pathologicalTexts() {
  const fence = "```";
  return [
    { name: "10,000 nested brackets", text: `${"[".repeat(10_000)}a${"]".repeat(10_000)}` },
    { name: "1 MB on one line", text: "tide *and* ebb ".repeat(70_000) },
    { name: "a table of 5,000 rows", text: `| a | b |\n| - | - |\n${"| **x** | `y` |\n".repeat(5_000)}` },
    { name: "a list of 2,000 items", text: "- one **two** three\n".repeat(2_000) },
    { name: "a million letters", text: "a".repeat(1_000_000) },
    { name: "quotes 10,000 deep", text: `${">".repeat(10_000)} a` },
    {
      name: "lists 2,000 deep",
      text: Array.from({ length: 2_000 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n"),
    },
    { name: "a thousand open fences", text: `${fence}js\nconst a = 1;\n\n~~~\n`.repeat(1_000) },
    { name: "50,000 marks of emphasis", text: "*a **b ".repeat(25_000) },
    { name: "a thousand formulas", text: "$$\\sum_{k=1}^{n} \\frac{1}{k^2}$$\n\n".repeat(1_000) },
    {
      name: "a TeX bomb",
      text: `$$\n\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c}\\d\\d\\d\n$$`,
    },
    { name: "TeX nested deep", text: `$$\n${"\\sqrt{".repeat(3_000)}x${"}".repeat(3_000)}\n$$` },
    {
      name: "a Mermaid bomb",
      text: `${fence}mermaid\nflowchart TD\n${Array.from({ length: 60 }, (_, from) => Array.from({ length: 6 }, (_, to) => `a${from} --> a${(from * 7 + to * 11) % 60}`).join("\n")).join("\n")}\n${fence}`,
    },
    {
      name: "100 kB of code",
      text: `${fence}ts\n${'const tide = compute(moon, shelf) ?? "none";\n'.repeat(2_000)}${fence}`,
    },
    { name: "2,000 links that are not defined", text: "[a][b] ".repeat(2_000) },
    { name: "2,000 code blocks", text: `${fence}js\nconst a = 1;\n${fence}\n\n`.repeat(2_000) },
  ];
}
