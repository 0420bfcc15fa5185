import { messages, type Document } from '@caredrop/contracts';
import { useState } from 'react';
import { isApiError, type QueryError } from '../../shared/api/api-error.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { attachmentUrl } from './document-rules.js';
import { useLazyDocumentQuery } from './documents.api.js';

/** Its message says why a file could not be downloaded, in words for the user. */
class DownloadProblem extends Error {}

async function fetchFile(url: string): Promise<Response> {
  try {
    return await fetch(attachmentUrl(url));
  } catch {
    throw new DownloadProblem(copy.downloadProblems.unreachable);
  }
}

/** Whether the signed URL may have expired, which it does after at most 15 minutes: a new one is then fetched. */
const isOld = (response: Response) => [401, 403, 404, 410].includes(response.status);

async function blobOf(response: Response): Promise<Blob> {
  if (!response.ok) throw new DownloadProblem(copy.downloadProblems.status(response.status));
  try {
    return await response.blob();
  } catch {
    throw new DownloadProblem(copy.downloadProblems.interrupted);
  }
}

/** Why the document with the new URL was not returned. */
function noNewUrl(error: QueryError): string {
  if (!isApiError(error) || error.status === 0) return copy.downloadProblems.unreachable;
  return error.status === 404 ? copy.downloadProblems.gone : copy.downloadProblems.status(error.status);
}

/** Downloads single documents by their `file_url`; an expired URL is replaced, and the download tried once more. */
export function useDownload() {
  const [ask] = useLazyDocumentQuery();
  const [busyId, setBusyId] = useState<string | null>(null);

  const load = async (wanted: Pick<Document, 'id' | 'file_url'>): Promise<Blob> => {
    const response = wanted.file_url === null ? null : await fetchFile(wanted.file_url);
    if (response && !isOld(response)) return blobOf(response);
    const fresh = await ask(wanted.id);
    // After an error, `data` is what an earlier query returned.
    if (fresh.error) throw new DownloadProblem(noNewUrl(fresh.error));
    if (!fresh.data?.file_url) throw new DownloadProblem(copy.downloadProblems.gone);
    return blobOf(await fetchFile(fresh.data.file_url));
  };

  const download = async (document: Pick<Document, 'id' | 'file_url' | 'file_name'>) => {
    setBusyId(document.id);
    try {
      saveBlob(await load(document), document.file_name);
    } catch (problem) {
      const reason = problem instanceof DownloadProblem ? problem.message : copy.downloadProblems.notSaved;
      toast.error(messages.document.downloadFileFailed(reason));
    } finally {
      setBusyId(null);
    }
  };
  return { download, busyId };
}
