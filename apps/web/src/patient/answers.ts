/** Reading of the API's envelopes without zod, whose weight the patient's phone would pay for. */
export type Fields = Record<string, unknown>;

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** A non-blank string, else null. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A time the browser understands, else null. */
export const time = (value: unknown): string | null => {
  const written = text(value);
  return written !== null && !Number.isNaN(Date.parse(written)) ? written : null;
};

/** The body as JSON; null for anything else, such as a proxy's HTML page. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
