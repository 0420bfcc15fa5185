const timeoutMs = 15_000;

/**
 * Sends a request or report of a link's holder to the clinic. Returns whether it was received; the response
 * is the same for every link. Never throws.
 */
export async function postLink(
  path: 'renewals' | 'problems' | 'language' | 'opened',
  body: object,
): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(`${window.location.origin}/api/links/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    });
    return response.ok;
  } catch {
    // No response: it may or may not have arrived, and sending it again is harmless.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
