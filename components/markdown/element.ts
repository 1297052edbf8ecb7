import type { Element } from "hast";

/** Makes an element of a tree that becomes part of the page. */
export function element(
  tagName: string,
  properties: Element["properties"] = {},
  children: Element["children"] = [],
): Element {
  return { type: "element", tagName, properties, children };
}
