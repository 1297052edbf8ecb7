import type { Element } from "hast";

/** Creates an element of an HTML syntax tree. */
export function element(
  tagName: string,
  properties: Element["properties"] = {},
  children: Element["children"] = [],
): Element {
  return { type: "element", tagName, properties, children };
}
