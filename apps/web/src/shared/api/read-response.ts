import type { ApiError } from './api-error.js';
import type { ApiMeta } from './ask.js';

/** There was no usable response: it is unknown what the server did. */
export const unreachable: ApiError = { status: 0, message: null, code: null, params: {}, data: null };

export type ApiResponse<Data = unknown> =
  | { data: Data; meta?: ApiMeta; error?: undefined }
  | { data?: undefined; error: ApiError };

/** Reads a response's body, which is a file, into memory or to disk. */
export type ReceiveFile = (response: Response) => Promise<Blob>;

/** Returns the data of the JSend envelope, the file that `receive` reads, or the reason for a failure. Never throws. */
export async function readResponse<Data>(
  response: Response,
  receive?: ReceiveFile,
): Promise<ApiResponse<Data>> {
  if (response.ok && receive) return (await fileResponse(response, receive)) as ApiResponse<Data>;
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    return { error: { ...unreachable, status: response.ok ? 0 : response.status } };
  }
  if (response.ok && isEnvelope(body))
    return { data: (body.data ?? null) as Data, meta: { message: body.message } };
  return { error: failureOf(response.status, body) };
}

async function fileResponse(response: Response, receive: ReceiveFile): Promise<ApiResponse> {
  try {
    return { data: await receive(response) };
  } catch {
    return { error: unreachable };
  }
}

function isEnvelope(body: unknown): body is { data?: unknown; message?: string } {
  return isObject(body) && body.status === 'success';
}

/**
 * Reads the fields by hand, because a schema would add its library to every page. A later version of the server may
 * send a code that is unknown here.
 */
function failureOf(status: number, body: unknown): ApiError {
  if (!isObject(body)) return { ...unreachable, status };
  const params = isObject(body.params) ? body.params : {};
  return { status, message: textOf(body.message), code: textOf(body.code), params, data: body.data ?? null };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
