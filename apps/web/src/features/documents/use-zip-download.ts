import { errors, messages, type Document } from '@caredrop/contracts';
import { utcDate } from '../../shared/lib/format.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useDownloadZipMutation } from './documents.api.js';
import { zipEntries } from './zip-entries.js';

/** The server lists in this file what it could not include in the zip. */
const missingList = 'MISSING.txt';

/** Downloads documents as one zip and reports how many it really contains. */
export function useZipDownload() {
  const [ask, { isLoading, reset }] = useDownloadZipMutation();
  const download = async (documents: Document[]) => {
    if (documents.length === 0) return toast.error(errors.download_empty.text);
    const answer = await ask(documents.map(({ id }) => id));
    if (!answer.data) return toast.failure(answer.error, messages.document.downloadFailed);
    const names = await zipEntries(answer.data);
    if (names === null) return toast.error(messages.document.downloadFailed);
    saveBlob(answer.data, `documents-${utcDate(new Date())}.zip`);
    reset();
    const count = names.filter((name) => name !== missingList).length;
    toast.success(messages.document.downloaded(count));
    if (count < documents.length) {
      toast.warning(copy.zipIncomplete(documents.length - count, missingList));
    }
  };
  return { download, busy: isLoading };
}
