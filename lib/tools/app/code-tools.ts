import type { ToolOutcome } from "@/lib/chat/tool";
import type { AppTool } from "@/lib/tools/app/app-tool";
import { type CodeLanguage, type CodeOutcome, textOfItems } from "@/lib/tools/app/code-run";
import { maxCodeChars } from "@/lib/tools/app/limits";

const files =
  "Each call starts anew: nothing of earlier calls is left. There is no network. The limit is 10 seconds. " +
  "Texts attached to the chat are files; documents such as PDF are files with their text.";

/** Tools that run code of the model in a sandbox of the browser. Each call needs permission. */
export const codeTools: readonly AppTool[] = [
  codeTool({
    name: "run_javascript",
    language: "javascript",
    description:
      "Runs JavaScript (ES2023, without DOM and Node) and returns what it prints with `console.log` and the value of the " +
      "last expression. `show(value)` displays an SVG text as a picture, and an array of rows as a table. " +
      `\`files\` is the list of file names, \`readFile(name)\` returns a text. ${files}`,
  }),
  codeTool({
    name: "run_python",
    language: "python",
    description:
      "Runs Python 3.14 with its standard library and returns what it prints and the value of the last expression. " +
      "`show(value)` displays an SVG text or PNG bytes as a picture, and a list of rows as a table; files that the code " +
      `writes as .svg or .png are displayed, too. Files are in the working directory. ${files}`,
  }),
];

interface CodeToolFacts {
  readonly name: string;
  readonly language: CodeLanguage;
  readonly description: string;
}

function codeTool({ name, language, description }: CodeToolFacts): AppTool {
  return {
    name,
    description,
    parameters: {
      type: "object",
      properties: { code: { type: "string", minLength: 1, maxLength: maxCodeChars } },
      required: ["code"],
      additionalProperties: false,
    },
    isReading: true,
    async run({ code }, env, { signal }) {
      return toolOutcome(await env.runCode({ language, code: String(code) }, signal));
    },
  };
}

function toolOutcome({ items, problem }: CodeOutcome): ToolOutcome {
  const pictures = items.flatMap((item) => (item.type === "picture" ? [{ type: item.media, url: item.url }] : []));
  const hasFailed = problem === "crashed" || items.some(({ type }) => type === "error");
  const ending = problem === undefined || problem === "crashed" ? hasFailed && "failed" : problem;
  return {
    text: textOfItems(items),
    ...(ending && { problem: ending }),
    ...(pictures.length > 0 && { media: pictures }),
  };
}
