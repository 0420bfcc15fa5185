import type { Failure } from '@caredrop/patient-copy';

/** The fields of a JSON object. Responses are read without zod, which is too large for a patient's phone. */
export type Fields = Record<string, unknown>;

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** A non-blank string, otherwise null. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A timestamp the browser can parse, otherwise null. */
export const time = (value: unknown): string | null => {
  const written = text(value);
  return Number.isNaN(Date.parse(written ?? '')) ? null : written;
};

/** The body parsed as JSON; null for anything else, such as a proxy's HTML error page. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** The failure in a response envelope; `otherwise` when the body has neither a code nor a message. */
export function readReason(body: unknown, otherwise: Failure): Failure {
  const response = fields(body);
  const [code, english] = [text(response.code), text(response.message)];
  if (code === null && english === null) return otherwise;
  return { code: code ?? '', params: fields(response.params), english };
}
