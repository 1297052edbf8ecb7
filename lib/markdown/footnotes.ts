import type { Element } from "hast";
import type { FootnoteDefinition, FootnoteReference } from "mdast";
import type { Handlers } from "mdast-util-to-hast";
import { element } from "@/lib/markdown/element";

/**
 * Returns the handlers for footnotes: a reference with its own label, and the note where it is written.
 *
 * Blocks are rendered separately, so notes can be neither numbered nor collected at the end. A note without content
 * stands for one in another block.
 */
export function footnotes(prefix: string): Handlers {
  return {
    footnoteReference: (_state, node: FootnoteReference): Element => {
      const href = `#${encodeURIComponent(idOf(node))}`;
      return element("sup", {}, [element("a", { href }, [{ type: "text", value: node.label ?? node.identifier }])]);
    },
    footnoteDefinition: (state, node: FootnoteDefinition): Element | undefined => {
      if (node.children.length === 0) return undefined;
      const label = element("sup", {}, [{ type: "text", value: node.label ?? node.identifier }]);
      const note = element("div", {}, state.wrap(state.all(node), true));
      return element("div", { id: idOf(node), dataNote: "" }, [label, note]);
    },
  };

  function idOf({ identifier }: FootnoteReference | FootnoteDefinition): string {
    return prefix + identifier.toLowerCase();
  }
}
