import type { Document } from '@caredrop/contracts';
import { isApiError, type QueryError } from '../../shared/api/api-error.js';
import { copy } from './copy.js';

/** Its message says why a file is not available, in words for the user. */
export class FileProblem extends Error {}

export type StoredFile = Pick<Document, 'id' | 'file_url'>;

/** Fetches a document again, which returns a new signed URL. */
type QueryDocument = (id: string) => PromiseLike<{ data?: Document | null | undefined; error?: QueryError }>;

/**
 * Requests a document's file with `send`. If the signed URL may have expired, which it does after at most 15 minutes,
 * fetches a new one and tries again, once. Returns the successful response, or throws `FileProblem`.
 */
export async function requestFile(
  { id, file_url: url }: StoredFile,
  queryDocument: QueryDocument,
  send: (url: string) => Promise<Response>,
): Promise<Response> {
  const response = url === null ? null : await responseOf(send(url));
  if (response && !isOld(response)) return successful(response);
  const fresh = await queryDocument(id);
  // After an error, `data` is what an earlier query returned.
  if (fresh.error) throw new FileProblem(noNewUrl(fresh.error));
  if (!fresh.data?.file_url) throw new FileProblem(copy.fileProblems.gone);
  return successful(await responseOf(send(fresh.data.file_url)));
}

async function responseOf(request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch {
    throw new FileProblem(copy.fileProblems.unreachable);
  }
}

const isOld = ({ status }: Response) => [401, 403, 404, 410].includes(status);

function successful(response: Response): Response {
  if (!response.ok) throw new FileProblem(copy.fileProblems.status(response.status));
  return response;
}

/** Why the document with the new URL was not returned. */
function noNewUrl(error: QueryError): string {
  if (!isApiError(error) || error.status === 0) return copy.fileProblems.unreachable;
  return error.status === 404 ? copy.fileProblems.gone : copy.fileProblems.status(error.status);
}
