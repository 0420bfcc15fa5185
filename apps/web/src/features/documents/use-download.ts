import { messages, type Document } from '@caredrop/contracts';
import { useState } from 'react';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { attachmentUrl } from './document-rules.js';
import { useLazyDocumentQuery } from './documents.api.js';
import { FileProblem, requestFile } from './request-file.js';

async function blobOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw new FileProblem(copy.fileProblems.interrupted);
  }
}

/** Downloads single documents by their `file_url`, or a new one if that has expired. */
export function useDownload() {
  const [queryDocument] = useLazyDocumentQuery();
  const [busyId, setBusyId] = useState<string | null>(null);

  const download = async (document: Pick<Document, 'id' | 'file_url' | 'file_name'>) => {
    setBusyId(document.id);
    try {
      const response = await requestFile(document, queryDocument, (url) => fetch(attachmentUrl(url)));
      saveBlob(await blobOf(response), document.file_name);
    } catch (problem) {
      const reason = problem instanceof FileProblem ? problem.message : copy.fileProblems.notSaved;
      toast.error(messages.document.downloadFileFailed(reason));
    } finally {
      setBusyId(null);
    }
  };
  return { download, busyId };
}
