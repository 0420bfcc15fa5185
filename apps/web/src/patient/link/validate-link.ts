import { fields, parseJson, type Fields } from '../response-fields.js';
import { proofHeaders } from '../check/patient-proof.js';
import { takeLinkPrefetch } from './link-prefetch.js';
import { readLinkVerdict, unreachable, type Link, type LinkVerdict, type Rejection } from './link-verdict.js';

const pauses = [600, 1500];
const timeoutMs = 15_000;

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Checks whether the link can be used. Retries twice, quickly, when there was no verdict (for example no response, or
 * a service that is restarting), as on a phone that has just left a lift; never throws. Sends no cookies: a
 * patient has only the link, and after the patient check its proof.
 */
export async function validateLink(token: string, signal: AbortSignal): Promise<LinkVerdict> {
  let verdict = await askOnce(token, signal);
  for (const pause of pauses) {
    if (signal.aborted || verdict.kind === 'accepted' || !verdict.rejection.again) break;
    await wait(pause);
    verdict = await askOnce(token, signal);
  }
  return verdict;
}

/**
 * Returns the rejection of a link with all details. The responses to an upload and to the patient check lack some, such
 * as whether the clinic has made a new link. Returns `rejection` unchanged if the link cannot be checked. Never throws.
 */
export async function explainRejection(token: string, rejection: Rejection): Promise<Rejection> {
  const verdict = await validateLink(token, new AbortController().signal);
  return verdict.kind === 'accepted' || verdict.rejection.again ? rejection : verdict.rejection;
}

async function askOnce(token: string, signal: AbortSignal): Promise<LinkVerdict> {
  const headers = proofHeaders();
  const early = takeLinkPrefetch(token);
  // The prefetched check was requested without the proof.
  const prefetched = headers ? undefined : early;
  const controller = prefetched?.controller ?? new AbortController();
  const give = () => controller.abort();
  const timer = setTimeout(give, timeoutMs);
  signal.addEventListener('abort', give);
  try {
    const url = `${window.location.origin}/api/tokens/validate/${encodeURIComponent(token)}`;
    const options: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };
    const response = await (prefetched?.response ??
      fetch(url, { ...options, headers: headers ?? {}, signal: controller.signal }));
    const body = parseJson(await response.text());
    const verdict = readLinkVerdict(response.status, body);
    const data = fields(fields(body).data);
    if (verdict.kind === 'accepted') await loadParts(verdict.link, data);
    else if (data.ofRequest) verdict.rejection.request = await (await import('../dialogs.js')).openRequest();
    return verdict;
  } catch {
    // The network failed, the timeout passed, the page was closed, or a chunk did not load: none of them says anything
    // about the link.
    return { kind: 'refused', rejection: unreachable };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', give);
  }
}

/** Loads the parts of the page that only some links need. */
async function loadParts(link: Link, data: Fields): Promise<void> {
  if (data.check) link.check = await (await import('../check/open-check.js')).openCheck(data.check);
  if (data.askedAgain || data.instructions || data.request)
    await (await import('../dialogs.js')).openParts(link, data);
}
