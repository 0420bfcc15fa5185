import { errors, limits, messages, requestLimits, type Document } from '@caredrop/contracts';
import { useRef, useState } from 'react';
import { askWithProof } from '../../shared/api/ask-with-proof.js';
import { downloadTarget } from '../../shared/lib/download-target.js';
import { utcDate } from '../../shared/lib/format.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { zipRequest, type ZipContent } from './documents.api.js';

/** The server lists in this file what it could not include in the zip. */
const missingList = 'MISSING.txt';
/** The number of missing documents that the toast names. */
const NAMED = 3;
/** Approximate size in bytes of a document's headers in the zip, and of the zip's end. */
const overhead = 300;

/** The size assumed for a request's zip; most are smaller. */
const requestBytes = requestLimits.itemsMax * limits.uploadBytes;

/** Downloads documents as one zip and reports how many it really contains. */
export function useZipDownload() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [missing, setMissing] = useState<string[]>([]);
  const running = useRef<AbortController>(null);

  /** `expected`: the approximate size of the zip in bytes. */
  const start = async (content: ZipContent, expected: number) => {
    const target = await downloadTarget(`documents-${utcDate(new Date())}.zip`, expected);
    if (!target) return;
    setMissing([]);
    setBusy(true);
    const stop = new AbortController();
    running.current = stop;
    const request = zipRequest(content, (response) =>
      target.receive(response, (bytes) => setProgress(Math.min(99, Math.floor((bytes / expected) * 100)))),
    );
    const response = await askWithProof<Blob>(request, stop.signal);
    setBusy(false);
    setProgress(null);
    const found = response.data && (await contentOf(response.data));
    if (!found) {
      await target.discard();
      if (!stop.signal.aborted) toast.failure(response.error, messages.document.downloadFailed);
      return;
    }
    target.save(response.data);
    if (found.count > 0) toast.success(messages.document.downloaded(found.count));
    if (found.missing.length > 0) toast.warning(missingNames(found.missing));
    setMissing(found.missing);
  };
  return {
    download: (documents: Document[]) => {
      if (documents.length === 0) return toast.error(errors.download_empty.text);
      const expected = documents.reduce((sum, { file_size: size }) => sum + size + overhead, overhead);
      return start({ documentIds: documents.map(({ id }) => id) }, expected);
    },
    /** The sizes are not known, so `progress` is meaningless. */
    downloadRequest: (requestId: string) => start({ requestId }, requestBytes),
    busy,
    /** Progress of the download in percent; null until bytes arrive, and when no download is running. */
    progress,
    /** The documents missing from the last zip, each with the reason. */
    missing,
    cancel: () => running.current?.abort(),
  };
}

/** The first names of a zip's list; a line is a name and a reason. The page lists them all. */
function missingNames(lines: string[]): string {
  const names = lines.map((line) => line.slice(0, line.lastIndexOf(': ')));
  return copy.zip.missingNames(names.slice(0, NAMED).join(', '), Math.max(0, names.length - NAMED));
}

/** The number of documents in a zip, and the lines of its list of missing ones. Null when it is not a zip. */
async function contentOf(zip: Blob): Promise<{ count: number; missing: string[] } | null> {
  const { entryText, zipEntries } = await import('./zip-entries.js');
  const entries = await zipEntries(zip);
  if (!entries) return null;
  const list = entries.find(({ name }) => name === missingList);
  if (!list) return { count: entries.length, missing: [] };
  const [, ...lines] = (await entryText(zip, list)).split('\r\n').filter((line) => line !== '');
  return { count: entries.length - 1, missing: lines };
}
