import { receivedFailure } from '@caredrop/contracts';
import type { ApiError } from './api-error.js';
import type { ApiMeta } from './base-api.js';

/** There was no response: it is unknown what the server did. */
export const unreachable: ApiError = { status: 0, message: null, code: null, data: null };

type Answer = { data: unknown; meta?: ApiMeta } | { error: ApiError };

/** Reads the body of a file: into memory, or to a file on disk. */
export type ReceiveFile = (response: Response) => Promise<Blob>;

/**
 * Extracts the data of the JSend envelope, or the file that `receive` reads, or the reason of a failure. Never throws.
 */
export async function readAnswer(response: Response, receive?: ReceiveFile): Promise<Answer> {
  if (response.ok && receive) return fileAnswer(response, receive);
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    return { error: { ...unreachable, status: response.ok ? 0 : response.status } };
  }
  if (response.ok && isEnvelope(body)) return { data: body.data ?? null, meta: { message: body.message } };
  return { error: failureOf(response.status, body) };
}

async function fileAnswer(response: Response, receive: ReceiveFile): Promise<Answer> {
  try {
    return { data: await receive(response) };
  } catch {
    return { error: unreachable };
  }
}

function isEnvelope(body: unknown): body is { data?: unknown; message?: string } {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'success';
}

function failureOf(status: number, body: unknown): ApiError {
  const parsed = receivedFailure.safeParse(body);
  if (!parsed.success) return { ...unreachable, status };
  const { message, code, data } = parsed.data;
  return { status, message: message ?? null, code: code ?? null, data: data ?? null };
}
