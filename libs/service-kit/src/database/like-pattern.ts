/** Escapes `text` for a LIKE pattern, so that `%`, `_` and `\` are taken literally. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The LIKE pattern that finds `text` anywhere. */
export const containsPattern = (text: string): string => `%${likeLiteral(text)}%`;
