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
  greeting: (
    quote,
  ) => `Hello! This is a demonstration: no model is connected, and everything it says was written beforehand.
${quote && `\nYou wrote: ${quote}\n`}
Send one of these words to see what an answer can look like:

- **table**: rows and columns
- **code**: the same function in two languages
- **math**: formulas
- **diagram**: a drawing, described as text
- **think**: reasoning first, then the answer
- **long**: a long read with headings and lists
- **error**: how a failed answer looks

To talk with a real model, open the settings and enter your key for a provider. Or use a model on this computer: start Ollama, LM Studio or llama.cpp, and choose one of its models from the model list. It needs no key.`,
  table: `The four inner planets, by their average distance from the Sun:

| Planet | Distance (million km) | One orbit (Earth days) | Moons |
| :--- | ---: | ---: | ---: |
| Mercury | 57.9 | 88 | 0 |
| Venus | 108.2 | 225 | 0 |
| Earth | 149.6 | 365 | 1 |
| Mars | 228.0 | 687 | 2 |

The farther out a planet is, the slower it moves, so its year grows faster than its distance.`,
  code: `The same small function in two languages. It counts how often each word occurs, whatever its case. In Python:

${pythonSample}

It prints the two most frequent words, each with its count. In TypeScript:

${typescriptSample}

Both keep the words in the order in which they first occur.`,
  math: `The solutions of $ax^2 + bx + c = 0$ with $a \\neq 0$ are

${quadraticFormula}

They are real when $b^2 - 4ac \\geq 0$. The first $n$ whole numbers add up to

${gaussSum}

and a point is turned about the origin by the angle $\\theta$ like this:

${rotationMatrix}`,
  diagram: `Three ways to a model, as a diagram:

${diagramSample({
  message: "Your message",
  question: "What do you have?",
  ownKey: "own key",
  accessCode: "access code",
  local: "model on this computer",
  provider: "The provider",
  server: "The server, with the operator's key",
  computer: "This computer",
  answer: "The answer, word by word",
})}

The chat itself stays in this browser on all three.`,
  thinking: {
    reasoning: `Let me take a small riddle: a notebook and a pen cost 11 coins together, and the notebook costs 10 coins more than the pen. What does the pen cost?

The quick answer is 1 coin. But then the notebook would cost 11, and both together 12. That is too much.

Call the price of the pen p. The notebook costs p + 10, and together they cost 2p + 10 = 11. So 2p = 1, and p is one half.

Check: 0.5 + 10.5 = 11, and 10.5 is 10 more than 0.5. Both conditions hold.`,
    answer: `A riddle: a notebook and a pen cost 11 coins together, and the notebook costs 10 coins more than the pen.

**The pen costs half a coin**, and the notebook ten and a half. The tempting answer, one coin, would make the notebook 11 and the sum 12.

Above this answer you can unfold the reasoning that came first.`,
  },
  long: englishLongRead,
  error: "This is a demonstration of an error: the demo answers the word “error” as if its rate limit were reached.",
  beforeTool: "I will ask a tool. This is a demonstration, so its input is an example.",
  afterTool: (quote) => `The tool has answered${quote ? `: ${quote}` : "."}

A real model would now go on with this result. This is a demonstration, so the answer ends here.`,
  noTools: `This chat has no tools, so there is none to call. Switch on a plugin for this chat and send the word again: the demonstration then asks for a call with example input, and you see how it is shown.`,
};
