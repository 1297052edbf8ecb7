import type { Element } from "hast";
import type { FootnoteDefinition, FootnoteReference } from "mdast";
import type { Options } from "react-markdown";
import { element } from "./element";
import styles from "./markdown.module.css";

/**
 * Returns how footnotes are drawn: a reference under its own label, the note where it is written.
 *
 * Blocks are drawn one by one, so that notes can neither be counted nor gathered at the end of one of them. A note
 * without content only announces that another block has it.
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
      return element("div", { id: idOf(node), className: [styles.note ?? ""] }, [label, note]);
    },
  };

  function idOf({ identifier }: FootnoteReference | FootnoteDefinition): string {
    return prefix + identifier.toLowerCase();
  }
}

type Handlers = NonNullable<NonNullable<Options["remarkRehypeOptions"]>["handlers"]>;
