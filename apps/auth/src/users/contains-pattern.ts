/** The ILIKE pattern that finds `text` anywhere, taking `%`, `_` and `\` literally (api.md 1a.20). */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
