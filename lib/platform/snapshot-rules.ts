/** Returns the style rules that concern an element or what is in it, as they hold now. */
export function rulesFor(element: Element): string {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules];
    } catch {
      // A sheet of another origin, as a browser extension adds one, is none of ours.
      return [];
    }
  });
  return rules.map((rule) => textOf(rule, element)).join("\n");
}

function textOf(rule: CSSRule, element: Element): string {
  if (rule instanceof CSSStyleRule) return concerns(rule.selectorText, element) ? rule.cssText : "";
  if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return "";
  if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText)) return "";
  if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule || rule instanceof CSSLayerBlockRule) {
    return [...rule.cssRules].map((inner) => textOf(inner, element)).join("\n");
  }
  return "";
}

/** A part that is no element stands and falls with the element that it belongs to. */
const pseudoElement = /::[\w-]+(\([^)]*\))?/g;

/** A rule of a state in which the element is not, such as being pointed at, does not concern it. */
function concerns(selectors: string, element: Element): boolean {
  const plain = selectors.replace(pseudoElement, "").replace(/(^|,)\s*(?=,|$)/g, "$1*");
  try {
    return element.matches(plain) || element.querySelector(plain) !== null;
  } catch {
    // Nothing that can be asked is left of one of the selectors: better a rule too many.
    return true;
  }
}
