import type { ScanCopy } from '@caredrop/patient-copy';
import { maxPages } from './scan-page.js';

/** Why pages cannot be taken, added or sent. */
export type ScanProblem =
  | { scan: 'cameraRefused' | 'full' }
  /** A photo from the camera did not become a page, and the camera is closed. */
  | { scan: 'photoFailed' }
  /** `names`: of the unreadable photos. `others`: whether the other photos chosen with them became pages. */
  | { scan: 'unreadable'; names: readonly string[]; others: boolean }
  /** A PDF with more pages than can be sent, or than can still be added. */
  | { scan: 'pdfPages'; name: string; pages: number }
  /** Only the first `fit` pages are under the limit. */
  | { scan: 'tooLarge'; fit: number };

export const unreadablePhotos = (names: readonly string[], others: boolean): ScanProblem => ({
  scan: 'unreadable',
  names,
  others,
});

interface ProblemTexts {
  why: string;
  /** Null if `why` says it already. */
  advice: string | null;
}

/** What happened, and what to do. */
export function problemTexts(scanCopy: ScanCopy, problem: ScanProblem): ProblemTexts {
  const { problem: why, advice } = scanCopy;
  switch (problem.scan) {
    case 'cameraRefused':
      return { why: why.cameraRefused(), advice: advice.cameraRefused() };
    case 'photoFailed':
      return { why: scanCopy.failed(), advice: null };
    case 'full':
      return { why: why.full({ most: maxPages }), advice: advice.full() };
    case 'pdfPages': {
      const { name, pages } = problem;
      return { why: why.full({ most: maxPages }), advice: advice.pdfPages({ name, pages }) };
    }
    case 'unreadable': {
      const { names, others } = problem;
      return {
        // One sentence for each, because every language has its own quotation marks.
        why: names.map((name) => why.unreadable({ name })).join(' '),
        advice: others ? advice.unreadable() : advice.takePhoto(),
      };
    }
    case 'tooLarge': {
      const { fit } = problem;
      return { why: why.tooLarge(), advice: fit === 0 ? advice.noneFits() : advice.tooLarge({ fit }) };
    }
  }
}
