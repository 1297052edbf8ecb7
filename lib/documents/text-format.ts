const textTypes = /^application\/(json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|graphql)$/;
const textEndings =
  "c cc conf cpp cs css csv go h hpp html ini java js json jsonl jsx kt log lua md mjs php pl py r rb rs scala sh sql svelte swift tex toml ts tsv tsx txt vue xml yaml yml zig".split(
    " ",
  );
const textNames = new RegExp(`\\.(?:${textEndings.join("|")})$`, "i");

/** Usual names of texts without an ending, also after a path. */
const plainNames = /(?:^|\/)(?:authors|changelog|copying|dockerfile|gemfile|license|makefile|notice|rakefile|readme)$/i;

/** Whether a file is a text. Source files have many media types, and some systems give none. */
export function isTextFile({ type, name }: Pick<File, "name" | "type">): boolean {
  return type.startsWith("text/") || textTypes.test(type) || textNames.test(name) || plainNames.test(name);
}

/** The texts that the file picker offers, as a part of its `accept` attribute. */
export const acceptedTextFiles = ["text/*", "application/json", ...textEndings.map((ending) => `.${ending}`)].join(",");
