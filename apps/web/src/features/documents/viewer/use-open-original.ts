import type { MouseEvent } from 'react';
import { toast } from '../../../shared/ui/toast.js';
import { useLazyDocumentQuery } from '../documents.api.js';
import { FileProblem, requestFile, type StoredFile } from '../request-file.js';
import { copy } from './copy.js';

/**
 * Returns a handler that opens the stored file in a new tab when its link is clicked. The page may have been open for
 * longer than the signed URL is valid, so a HEAD request, which is not audited as a read, checks the URL first.
 */
export function useOpenOriginal(file: StoredFile) {
  const [queryDocument] = useLazyDocumentQuery();
  const show = async (tab: Window) => {
    try {
      const response = await requestFile(file, queryDocument, (url) => fetch(url, { method: 'HEAD' }));
      tab.location.replace(response.url);
    } catch (problem) {
      tab.close();
      if (!(problem instanceof FileProblem)) throw problem;
      toast.error(copy.preview.openFailed(problem.message));
    }
  };
  return (event: MouseEvent) => {
    // Opened before the request: a browser blocks tabs that do not follow a click at once.
    const tab = window.open('', '_blank');
    // Blocked: the browser then follows the link itself.
    if (!tab) return;
    event.preventDefault();
    tab.opener = null;
    void show(tab);
  };
}
