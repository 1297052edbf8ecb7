import { all, create, type MathNode } from "mathjs";
import { maxExpressionChars } from "@/lib/tools/app/limits";

/** Maximum length of the result, in characters. */
const maxResultChars = 10_000;

/** 20 significant digits; exponents only for very large and very small numbers. */
const resultFormat = { precision: 20, lowerExp: -9, upperExp: 21 };

/** A calculated value, or for the model the problem of the expression. */
export type Calculation = { readonly value: string } | { readonly problem: string };

/** The node types that expressions may contain. Ranges, indexes and objects could allocate without limit. */
const allowedNodes: ReadonlySet<string> = new Set([
  "ArrayNode",
  "AssignmentNode",
  "BlockNode",
  "ConditionalNode",
  "ConstantNode",
  "FunctionNode",
  "OperatorNode",
  "ParenthesisNode",
  "RelationalNode",
  "SymbolNode",
]);

/** The functions that expressions may call: those of numbers, units and short lists. */
const allowedFunctions: ReadonlySet<string> = new Set(
  (
    "abs acos add asin atan atan2 bin bitAnd bitNot bitOr bitXor cbrt ceil combinations cos cosh divide exp expm1 " +
    "factorial fix floor gcd hex hypot isPrime lcm log log10 log1p log2 max mean median min mod mode multiply " +
    "nthRoot oct permutations pow prod round sign sin sinh sqrt square std subtract sum tan tanh to variance"
  ).split(" "),
);

/** Created on first use: the library is large. */
let instance: ReturnType<typeof create> | undefined;

/**
 * Calculates an expression with units, such as `3 inch to cm`, to 64 decimal digits. The time is not bounded: run it
 * where it can be stopped. Never throws.
 */
export function calculate(expression: string): Calculation {
  if (expression.length > maxExpressionChars) {
    return { problem: `The expression has more than ${maxExpressionChars} characters.` };
  }
  instance ??= create(all ?? {}, { number: "BigNumber", precision: 64, matrix: "Array" });
  try {
    const tree = instance.parse(expression);
    const refused = refusedPart(tree);
    if (refused !== undefined) return { problem: `${refused} cannot be used here.` };
    return { value: instance.format(tree.evaluate({}), resultFormat).slice(0, maxResultChars) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "The expression cannot be calculated." };
  }
}

/** Returns the first part of an expression that is not allowed; undefined if all are. */
function refusedPart(tree: MathNode): string | undefined {
  let refused: string | undefined;
  tree.traverse((node) => {
    if (refused === undefined && !isAllowed(node)) refused = node.toString().slice(0, 80);
  });
  return refused;
}

function isAllowed(node: MathNode): boolean {
  if (!allowedNodes.has(node.type)) return false;
  // A text is not a number, and text functions could allocate without limit.
  if ("value" in node && typeof node.value === "string") return false;
  if (node.type !== "FunctionNode") return true;
  const called = "fn" in node ? node.fn : undefined;
  const name = typeof called === "object" && called !== null && "name" in called ? called.name : undefined;
  return typeof name === "string" && allowedFunctions.has(name);
}
