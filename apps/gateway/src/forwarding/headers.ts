import type { IncomingHttpHeaders } from 'node:http';

type Headers = Record<string, string | string[]>;

/**
 * What a caller may tell a service. Everything else stays outside: its bearer, X-Forwarded-*, headers that
 * look like ours (identity, link, origin), hop-by-hop headers, Expect.
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

/** What a service may tell the caller. */
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

/** A document's own answer also says how it may be shown and kept. */
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

/** The headers a service is given: the caller's harmless ones and what we know ourselves. */
export function requestHeaders(headers: IncomingHttpHeaders, identity: Identity): Headers {
  return Object.assign(pick(fromCaller, headers), {
    authorization: `Bearer ${identity.token}`,
    'x-request-id': identity.requestId,
    'x-public-origin': identity.publicOrigin,
    'x-client-address': identity.clientAddress,
  });
}

/** The headers of a service's answer that are passed on. */
export function answerHeaders(headers: IncomingHttpHeaders, isFile: boolean): Headers {
  return pick(isFile ? fromFiles : fromService, headers);
}
