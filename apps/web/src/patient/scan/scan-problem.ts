import type { ScanCopy } from '@caredrop/patient-copy';
import { mostPages } from './scan-page.js';

/** Why pages cannot be taken, added or sent. */
export type ScanProblem =
  | { scan: 'cameraRefused' | 'full' }
  /** `name`: of one or several photos. `others`: whether one was chosen with others, and all of those are pages now. */
  | { scan: 'unreadable'; name: string; others: boolean }
  /** A PDF with more pages than can be sent, or than can still be added. */
  | { scan: 'pdfPages'; name: string; pages: number }
  /** Only the first `fit` pages are under the limit. */
  | { scan: 'tooLarge'; fit: number };

export const unreadablePhoto = (name: string, others: boolean): ScanProblem => ({
  scan: 'unreadable',
  name,
  others,
});

interface ProblemTexts {
  why: string;
  advice: string;
}

/** What happened, and what to do. */
export function problemTexts(scanCopy: ScanCopy, problem: ScanProblem): ProblemTexts {
  const { problem: why, advice } = scanCopy;
  switch (problem.scan) {
    case 'cameraRefused':
      return { why: why.cameraRefused(), advice: advice.cameraRefused() };
    case 'full':
      return { why: why.full({ most: mostPages }), advice: advice.full() };
    case 'pdfPages': {
      const { name, pages } = problem;
      return { why: why.full({ most: mostPages }), advice: advice.pdfPages({ name, pages }) };
    }
    case 'unreadable': {
      const { name, others } = problem;
      return {
        why: why.unreadable({ name }),
        advice: others ? advice.unreadable() : advice.takePhoto(),
      };
    }
    case 'tooLarge': {
      const { fit } = problem;
      return { why: why.tooLarge(), advice: fit === 0 ? advice.noneFits() : advice.tooLarge({ fit }) };
    }
  }
}
