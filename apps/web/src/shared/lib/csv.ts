/** Quotes a value only if it needs quotes. */
const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** A spreadsheet would evaluate text that begins like a formula. */
const harmless = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

/** A cell of a CSV file: never a formula, quoted where necessary. */
export const csvCell = (value: string): string => quoted(harmless(value));
