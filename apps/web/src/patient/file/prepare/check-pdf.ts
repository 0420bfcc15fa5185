import type { PdfFinding } from '@caredrop/pdf-inspector';
import type { PdfWarning } from '../chosen-file.js';

/** The longest time that the patient waits for a warning. */
const timeoutMs = 4_000;

/** The worst first, in the order of `pdfFindings` in libs/pdf-inspector. */
const warnings: [PdfFinding, PdfWarning][] = [
  ['javascript', 'active'],
  ['launch', 'active'],
  ['remote', 'remote'],
  ['attachments', 'attachments'],
  ['password', 'password'],
  ['incomplete', 'incomplete'],
  ['uncheckable', 'unclear'],
  ['unreadable', 'unclear'],
];

export const warningOf = (findings: readonly PdfFinding[]): PdfWarning | null =>
  warnings.find(([finding]) => findings.includes(finding))?.[1] ?? null;

/**
 * Why the clinic may not accept a PDF; null when nothing was found, or the PDF could not be checked here. The document
 * service checks it again and decides.
 */
export const checkPdf = async (file: Blob): Promise<PdfWarning | null> => warningOf(await inspect(file));

/** Whether part of a PDF is missing. False if it could not be checked. */
export const isIncomplete = async (file: Blob): Promise<boolean> =>
  (await inspect(file)).includes('incomplete');

async function inspect(file: Blob): Promise<PdfFinding[]> {
  if (!('Worker' in window)) return [];
  const bytes = await file.arrayBuffer();
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
    const end = (findings: PdfFinding[]) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(findings);
    };
    const timer = setTimeout(() => end([]), timeoutMs);
    worker.onmessage = ({ data }: MessageEvent<PdfFinding[]>) => end(data);
    worker.onerror = () => end([]);
    worker.postMessage(bytes, [bytes]);
  });
}
