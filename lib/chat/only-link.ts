const links = /https?:\/\/[^\s<>"`|\\^{}]+/gi;

/** Returns the only http or https link in a text; undefined without a link, or with different ones. */
export function onlyLink(text: string): string | undefined {
  const found = new Set((text.match(links) ?? []).map(withoutEnd).filter((link) => URL.canParse(link)));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Removes the punctuation of the sentence, and a bracket that was opened before the link. */
function withoutEnd(link: string): string {
  const end = /[.,;:!?'*_~\]。，、；：！？」』）]+$/;
  const bare = link.replace(end, "");
  return bare.endsWith(")") && !bare.includes("(") ? bare.slice(0, -1).replace(end, "") : bare;
}
