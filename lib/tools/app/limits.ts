/** Maximum length of an expression, in characters. */
export const maxExpressionChars = 2000;

/** Maximum length of each compared text, in characters. */
export const maxComparedChars = 200_000;
