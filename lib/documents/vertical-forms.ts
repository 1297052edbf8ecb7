/** Punctuation marks of vertical writing, for which Unicode has characters of their own. */
const verticalForms = /[\uFE10-\uFE19\uFE30-\uFE33\uFE35-\uFE44\uFE47\uFE48]/g;

/** The marks whose compatibility form is longer than one character. */
const dots: Readonly<Record<string, string>> = { "\uFE19": "\u2026", "\uFE30": "\u2025" };

/** Distance from an ASCII character to its full-width form. */
const fullWidthOffset = 0xfee0;

/**
 * Replaces punctuation of vertical writing by that of horizontal writing, which people search for and models know. PDF
 * files with vertical text contain the former. The length stays the same.
 */
export function horizontalForms(text: string): string {
  return text.replace(verticalForms, (mark) => {
    const form = dots[mark] ?? mark.normalize("NFKC");
    const code = form.charCodeAt(0);
    return code < 0x7f ? String.fromCharCode(code + fullWidthOffset) : form;
  });
}
