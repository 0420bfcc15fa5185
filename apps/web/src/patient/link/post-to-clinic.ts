const timeoutMs = 15_000;

/**
 * Asks the clinic for a new link, or tells it the language of the patient. Returns whether the request was received; the
 * response is the same for every link. Never throws.
 */
export async function postToClinic(what: 'renewals' | 'language', body: object): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(`${window.location.origin}/api/links/${what}`, {
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
    // No response: the request may or may not have arrived, and asking again is harmless.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
