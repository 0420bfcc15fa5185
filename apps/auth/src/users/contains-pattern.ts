/** The ILIKE pattern that finds `text` anywhere, taking `%`, `_` and `\` literally. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
