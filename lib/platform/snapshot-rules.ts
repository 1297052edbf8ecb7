/** Returns the style rules that currently apply to an element or its descendants. */
export function rulesFor(element: Element): string {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules];
    } catch {
      // A style sheet of another origin, such as a browser extension's, is not ours.
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

/** Pseudo-elements, which are removed from selectors: their rules apply if those of their element do. */
const pseudoElement = /::[\w-]+(\([^)]*\))?/g;

/** Whether a rule applies to an element. Rules for states that do not hold, such as hover, do not apply. */
function concerns(selectors: string, element: Element): boolean {
  const plain = selectors.replace(pseudoElement, "").replace(/(^|,)\s*(?=,|$)/g, "$1*");
  try {
    return element.matches(plain) || element.querySelector(plain) !== null;
  } catch {
    // The shortened selector is invalid; include the rule to be safe.
    return true;
  }
}
