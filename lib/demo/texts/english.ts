import type { DemoTexts } from "@/lib/demo/demo-texts";
import {
  diagramSample,
  gaussSum,
  pythonSample,
  quadraticFormula,
  rotationMatrix,
  typescriptSample,
} from "@/lib/demo/samples";
import { englishLongRead } from "@/lib/demo/texts/english-long-read";

/** The demo's texts in English. */
export const englishTexts: DemoTexts = {
  greeting: (quote) => `Hello! This is a demo. No model is connected, so the replies were written in advance.
${quote && `\nYou wrote: ${quote}\n`}
Send one of these words to see a sample:

- **table**: rows and columns
- **code**: the same function in two languages
- **math**: formulas
- **diagram**: a chart drawn from text
- **think**: reasoning first, then an answer
- **long**: a long article with headings and lists
- **error**: what a failed reply looks like

To chat with a real model, add an API key in Settings > Access. Local models need no key: start Ollama, LM Studio or llama.cpp, then pick one of its models from the model list.`,
  table: `The four inner planets, by their average distance from the Sun:

| Planet | Distance (million km) | One orbit (Earth days) | Moons |
| :--- | ---: | ---: | ---: |
| Mercury | 57.9 | 88 | 0 |
| Venus | 108.2 | 225 | 0 |
| Earth | 149.6 | 365 | 1 |
| Mars | 228.0 | 687 | 2 |

The farther a planet is from the Sun, the slower it moves, so the length of its year grows faster than its distance.`,
  code: `Here is the same small function in two languages. It counts how often each word occurs, ignoring case. In Python:

${pythonSample}

It prints the two most frequent words and their counts. In TypeScript:

${typescriptSample}

Both keep the words in order of first occurrence.`,
  math: `The solutions of $ax^2 + bx + c = 0$ with $a \\neq 0$ are

${quadraticFormula}

They are real if $b^2 - 4ac \\geq 0$. The first $n$ positive integers add up to

${gaussSum}

and a rotation of a point about the origin by the angle $\\theta$ is

${rotationMatrix}`,
  diagram: `Three ways to reach a model:

${diagramSample({
  message: "Your message",
  question: "What do you have?",
  ownKey: "API key",
  accessCode: "access code",
  local: "local model",
  provider: "The provider",
  server: "The site's server, with its API key",
  computer: "This computer",
  answer: "The reply, word by word",
})}

In all three cases, the chat itself stays in this browser.`,
  thinking: {
    reasoning: `Let me work through a small riddle: together, a notebook and a pen cost 11 coins, and the notebook costs 10 coins more than the pen. How much is the pen?

The obvious answer is 1 coin. But then the notebook would cost 11, for a total of 12. That’s too much.

Let p be the price of the pen. The notebook costs p + 10, so together they cost 2p + 10 = 11. That gives 2p = 1, so p = 0.5.

Check: 0.5 + 10.5 = 11, and 10.5 is 10 more than 0.5. Both conditions hold.`,
    answer: `Here’s a riddle: together, a notebook and a pen cost 11 coins, and the notebook costs 10 coins more than the pen. How much is the pen?

**The pen costs half a coin**, and the notebook ten and a half. The tempting answer, one coin, would make the notebook 11 and the total 12.

You can expand the reasoning above this answer.`,
  },
  long: englishLongRead,
  error: "This is a sample error. When you send “error”, the demo acts as if its rate limit were reached.",
  beforeTool: "I’ll call a tool. This is a demo, so the input is only an example.",
  afterTool: (quote) => `The tool returned ${quote || "nothing"}.

A real model would now continue with this result. This is a demo, so the reply ends here.`,
  noTools: `This chat has no tools to call. Turn on a plugin for this chat and send the word again. The demo will then request a tool call with example input, so you can see what it looks like.`,
};
