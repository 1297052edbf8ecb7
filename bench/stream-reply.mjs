/** Number of characters per token, as in English prose. */
const charsPerToken = 4;

const words =
  "the tide moves water over a shelf and back while the Moon passes above it so that each harbour has a delay of its own between the highest Moon and the highest sea which fishermen knew long before anyone could explain it".split(
    " ",
  );

/**
 * Returns a reply of a number of tokens, as its pieces: sections of a heading, prose, a list, code, a table and a
 * formula, all different but deterministic.
 */
export function replyOf(tokens) {
  const pick = pickerOf(1);
  let text = "";
  for (let number = 1; text.length < tokens * charsPerToken; number++) text += section(number, pick);
  return Array.from({ length: tokens }, (_, index) => text.slice(index * charsPerToken, (index + 1) * charsPerToken));
}

function section(number, pick) {
  const sentence = (length) => `${Array.from({ length }, () => words[pick(words.length)]).join(" ")}.`;
  const paragraph = () =>
    `${sentence(14)} It is **${words[pick(words.length)]}**, see [the source](https://example.com/${number}) and \`level(${number})\`. ${sentence(18)} ${sentence(12)}`;
  const items = (count) => Array.from({ length: count }, () => `- ${sentence(8)}`).join("\n");
  const lines = (count) =>
    Array.from(
      { length: count },
      (_, line) =>
        `  const level${line} = base + ${pick(900)} * Math.sin(hour / ${line + 1}); // ${words[pick(words.length)]}`,
    );
  const rows = (count) =>
    Array.from({ length: count }, () => `| ${words[pick(words.length)]} | ${pick(99)} | ${sentence(3)} |`);
  return [
    `## Section ${number}`,
    paragraph(),
    paragraph(),
    items(5),
    `\`\`\`ts\nexport function level${number}(base: number, hour: number) {\n${lines(9).join("\n")}\n  return level0;\n}\n\`\`\``,
    paragraph(),
    `| port | delay | note |\n| --- | ---: | --- |\n${rows(6).join("\n")}`,
    `$$\nh(t) = \\sum_{k=1}^{${number}} a_k \\cos(\\omega_k t + \\varphi_k)\n$$`,
    "",
  ].join("\n\n");
}

/** Returns a deterministic random generator. */
export function pickerOf(seed) {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
