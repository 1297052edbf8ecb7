/** Maximum length of an expression, in characters. */
export const maxExpressionChars = 2000;

/** Maximum length of each compared text, in characters. */
export const maxComparedChars = 200_000;

/** Maximum length of a page's text, in characters. */
export const maxPageChars = 50_000;

/** Maximum length of code, in characters. */
export const maxCodeChars = 100_000;
