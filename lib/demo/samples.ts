/** Returns a fenced code block. */
function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

export const pythonSample = fenced(
  "python",
  `from collections import Counter


def word_counts(text: str) -> Counter[str]:
    """Count how often each word occurs, whatever its case."""
    words = (word.strip(".,;:!?") for word in text.lower().split())
    return Counter(word for word in words if word)


print(word_counts("The tide rises, the tide falls.").most_common(2))`,
);

export const typescriptSample = fenced(
  "typescript",
  String.raw`function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of text.toLowerCase().split(/\s+/)) {
    const word = part.replace(/^[.,;:!?]+|[.,;:!?]+$/g, "");
    if (word !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

console.log(wordCounts("The tide rises, the tide falls."));`,
);

export const quadraticFormula = String.raw`$$
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$`;

export const gaussSum = String.raw`$$
\sum_{k=1}^{n} k = \frac{n(n + 1)}{2}
$$`;

export const rotationMatrix = String.raw`$$
\begin{pmatrix} x' \\ y' \end{pmatrix} =
\begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
\begin{pmatrix} x \\ y \end{pmatrix}
$$`;

/** Texts in the boxes of the diagram. */
export interface DiagramWords {
  readonly message: string;
  readonly question: string;
  readonly ownKey: string;
  readonly accessCode: string;
  readonly local: string;
  readonly provider: string;
  readonly server: string;
  readonly computer: string;
  readonly answer: string;
}

/** Returns a diagram of the ways a message can take to a model. */
export function diagramSample(words: DiagramWords): string {
  return fenced(
    "mermaid",
    `flowchart TD
  message["${words.message}"] --> question{"${words.question}"}
  question -->|"${words.ownKey}"| provider["${words.provider}"]
  question -->|"${words.accessCode}"| server["${words.server}"]
  question -->|"${words.local}"| computer["${words.computer}"]
  server --> provider
  provider --> answer["${words.answer}"]
  computer --> answer`,
  );
}
