import { markdownTable } from "./markdown-table";
import { defaultOf, kindOf, startGroup, type Variable, type VariableGroup, variableGroups } from "./variables";

/** Maximum line length of `.env.example`, in characters. */
const width = 118;

type Kind = ReturnType<typeof kindOf>;

const kindWords: Readonly<Partial<Record<Kind, string>>> = { list: "List.", flag: "Flag." };

/** Returns `.env.example`: every variable of an operator, empty. */
export function envExample(): string {
  return `# Settings of the server. Copy this file to \`.env\` for \`npm run up\`, or pass the variables to the container or host:
# the built server reads no file. They are read once, at its start: a change needs a restart, but no new build.
# Written by \`npm run docs\`. docs/operator-guide.md has an example of each variable.
# "Flag": any value means on, even \`0\` and \`false\`. Leave it empty for off.
# "List": entries separated by commas.

${variableGroups().map(envGroup).join("\n\n")}
`;
}

function envGroup({ title, intro, variables }: VariableGroup): string {
  const head = `# --- ${title} `.padEnd(width - 2, "-");
  const entries = Object.keys(variables).flatMap((name) => {
    const said = comment(name, variables[name]);
    return [...(said ? commentLines(said) : []), `${name}=`];
  });
  return [head, "", ...(intro ? [...commentLines(intro), "#"] : []), ...entries].join("\n");
}

function comment(name: string, variable: Variable | undefined): string {
  if (!variable?.words) return "";
  const usually = defaultOf(name, variable);
  return [variable.words, kindWords[kindOf(name)], usually && `When empty: ${usually}.`].filter(Boolean).join(" ");
}

function commentLines(text: string): string[] {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

const offKinds: readonly Kind[] = ["flag", "one"];

/** Returns the tables of all variables, one for each subject. */
export function variableTables(): string {
  return [...variableGroups(), startGroup].map(guideGroup).join("\n\n");
}

function guideGroup({ title, intro, variables }: VariableGroup): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const kind = kindOf(name);
    const usually = defaultOf(name, variable);
    return [
      `\`${name}\``,
      kind === "one" ? "`1`" : kind,
      usually || (offKinds.includes(kind) ? "off" : "none"),
      `\`${name}=${variable.example}\``,
      variable.words ?? "as above",
    ];
  });
  const head = ["Variable", "Kind", "When empty", "Example", "What it does"];
  return [`### ${title}`, ...(intro ? [intro] : []), markdownTable(head, rows)].join("\n\n");
}
