import { parseJson } from '../response-fields.js';

const timeoutMs = 15_000;

interface LinkResponse {
  status: number;
  /** Null for anything but JSON. */
  body: unknown;
}

/** POST /api/links/{path}. Returns null without a response; never throws. */
export async function askLink(
  path: string,
  body: object,
  headers: Record<string, string> | null = null,
): Promise<LinkResponse | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(`${window.location.origin}/api/links/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a patient's request for a new link, a problem report, the chosen language, or the fact that the link was
 * opened. Returns whether the server confirmed it; the response is the same for every link. After false, it may still
 * have arrived, and sending it again is harmless. Never throws.
 */
export async function postLink(
  path: 'renewals' | 'problems' | 'language' | 'opened',
  body: object,
): Promise<boolean> {
  const response = await askLink(path, body);
  return response !== null && response.status < 300;
}
