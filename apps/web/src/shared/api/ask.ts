import { background } from '../live/background.js';
import { session } from '../session/session.js';
import { storedToken } from '../session/stored-token.js';
import { counted } from './network-idle.js';
import { readResponse, unreachable, type ApiResponse, type ReceiveFile } from './read-response.js';

export interface ApiRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Blank, null and undefined values are not sent. */
  params?: Record<string, string | number | null | undefined>;
  /** Stays the same when a change is retried. */
  idempotencyKey?: string;
  /** Sends no bearer token, and a 401 is an ordinary response, such as that to a failed sign-in. */
  open?: boolean;
  /** A bearer token other than the stored one (signing out removes that first). */
  bearer?: string;
  /** Completes the request even if the page is closed. */
  keepalive?: boolean;
  /** For calls that return a file. */
  receive?: ReceiveFile;
}

/** The part of a response's envelope that RTK Query passes on next to the data. */
export interface ApiMeta {
  message?: string;
}

function address({ url, params = {} }: ApiRequest): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && String(value).trim() !== '')
      query.set(key, String(value).trim());
  }
  const search = query.toString();
  return `${window.location.origin}/api${url}${search && `?${search}`}`;
}

function headers(request: ApiRequest, token: string | null, signal?: AbortSignal): Record<string, string> {
  return {
    accept: 'application/json',
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...((request.method ?? 'GET') === 'GET' && background.isOn(signal) && { 'x-background': '1' }),
  };
}

/** Makes one API call. Never throws. A 401 for the stored token ends the session on this page. */
export function ask<Data = unknown>(request: ApiRequest, signal?: AbortSignal): Promise<ApiResponse<Data>> {
  const call = () => send<Data>(request, signal);
  // Live updates start when the network is idle, and must not wait for a download, which can take minutes.
  return request.receive ? call() : counted(call);
}

async function send<Data>(request: ApiRequest, signal?: AbortSignal): Promise<ApiResponse<Data>> {
  const token = request.open ? null : (request.bearer ?? storedToken.read());
  let response: Response;
  try {
    response = await fetch(address(request), {
      method: request.method ?? 'GET',
      headers: headers(request, token, signal),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(signal && { signal }),
      keepalive: request.keepalive ?? false,
      cache: 'no-store',
    });
  } catch {
    return { error: unreachable };
  }
  // A late 401 of an earlier session must not end the one that has started since.
  if (response.status === 401 && token !== null && token === storedToken.read()) session.ended();
  return readResponse<Data>(response, request.receive);
}
