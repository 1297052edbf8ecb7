/** Collapsed parts that Open WebUI embeds in the text of a reply. */
interface Unfolded {
  readonly text: string;
  readonly reasoning: string;
  readonly tools: readonly { readonly name: string; readonly argumentsText: string; readonly result: string }[];
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
  "#x27": "'",
  amp: "&",
};

/** Extracts the collapsed reasoning and tool calls from a text; other details elements remain. */
export function unfoldDetails(text: string): Unfolded {
  const kept: string[] = [];
  const thoughts: string[] = [];
  const tools: Unfolded["tools"][number][] = [];
  let place = 0;
  // Searched manually: a regular expression over the whole text would scan to the end for each unclosed element.
  for (let start = text.indexOf("<details "); start >= 0; start = text.indexOf("<details ", place)) {
    const end = text.indexOf("</details>", start);
    const open = text.indexOf(">", start);
    if (end < 0 || open < 0 || open > end) break;
    const attributes = text.slice(start, open);
    const inner = text.slice(open + 1, end);
    const after = end + "</details>".length;
    kept.push(text.slice(place, start));
    if (attributes.includes('type="reasoning"')) thoughts.push(withoutSummary(inner));
    else if (attributes.includes('type="tool_calls"')) tools.push(toolOf(attributes, inner));
    else kept.push(text.slice(start, after));
    place = after;
  }
  kept.push(text.slice(place));
  return { text: kept.join("").trim(), reasoning: thoughts.join("\n\n"), tools };
}

function toolOf(attributes: string, inner: string): Unfolded["tools"][number] {
  const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
  return {
    name: attribute("name"),
    argumentsText: attribute("arguments"),
    result: attribute("result") || withoutSummary(inner),
  };
}

/** Returns the content of a details element. The reasoning in it is quoted line by line. */
function withoutSummary(inner: string): string {
  return unescaped(inner.replace(/<summary>[^<]*<\/summary>/, ""))
    .replace(/^> ?/gm, "")
    .trim();
}

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp|#39|#x27);/g, (_whole, name: string) => entities[name] ?? "");
}
