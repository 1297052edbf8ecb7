/** The parts of a self-contained HTML page. */
export interface PageParts {
  readonly title: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly styles: string;
  /** Markup that is rendered unchanged, so it must not contain scripts. */
  readonly body: string;
}

/** Content Security Policy of an exported page: it loads and runs nothing, wherever it is opened. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Returns an HTML page that needs no other file. */
export function chatAsPage({ title, language, direction, styles, body }: PageParts): string {
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title>
<style>${styles.replaceAll("</", "<\\/")}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
