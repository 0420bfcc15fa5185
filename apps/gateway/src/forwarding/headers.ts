import type { IncomingHttpHeaders } from 'node:http';

type Headers = Record<string, string | string[]>;

/**
 * Request headers that are forwarded to a service. All others are dropped: the bearer token, X-Forwarded-*, headers
 * that look like ours (identity, link, origin), hop-by-hop headers, Expect.
 */
const fromCaller = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  'user-agent',
  'x-twilio-signature',
];

/** The patient check's proof, only for calls that need it (`Route.patientProof`). */
const fromPatient = [...fromCaller, 'x-patient-browser', 'x-patient-proof'];

/** Response headers that are forwarded to the caller. */
const fromService = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
];

/** A document's own response also specifies how it may be displayed and cached. */
const fromFiles = [...fromService, 'cache-control', 'content-security-policy'];

function pick(names: readonly string[], headers: IncomingHttpHeaders): Headers {
  const picked: Headers = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

export interface Identity {
  /** Internal identity token. */
  token: string;
  requestId: string;
  publicOrigin: string;
  clientAddress: string;
}

/** The headers sent to a service: the caller's allowed ones and our own. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  identity: Identity,
  { patientProof = false } = {},
): Headers {
  return Object.assign(pick(patientProof ? fromPatient : fromCaller, headers), {
    authorization: `Bearer ${identity.token}`,
    'x-request-id': identity.requestId,
    'x-public-origin': identity.publicOrigin,
    'x-client-address': identity.clientAddress,
  });
}

/** The headers of a service's response that are forwarded. */
export function responseHeaders(headers: IncomingHttpHeaders, isFile: boolean): Headers {
  return pick(isFile ? fromFiles : fromService, headers);
}
