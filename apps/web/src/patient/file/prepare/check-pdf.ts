import type { PdfFinding } from '@caredrop/pdf-inspector';
import type { PdfWarning } from '../chosen-file.js';

/** The patient waits no longer for a warning. */
const timeoutMs = 4_000;

/** The worst first, as the document service reports them. */
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
 * What the clinic may not accept about a PDF; null when nothing was found, or it could not be checked here. The
 * document service checks it again and decides.
 */
export async function checkPdf(file: File): Promise<PdfWarning | null> {
  if (!('Worker' in window)) return null;
  const bytes = await file.arrayBuffer();
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
    const end = (warning: PdfWarning | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(warning);
    };
    const timer = setTimeout(() => end(null), timeoutMs);
    worker.onmessage = ({ data }: MessageEvent<PdfFinding[]>) => end(warningOf(data));
    worker.onerror = () => end(null);
    worker.postMessage(bytes, [bytes]);
  });
}
