import type { PatientCopy, ScanCopy } from '@caredrop/patient-copy';
import { mostPages } from './scan-page.js';

/** Why pages cannot be taken, added or sent. */
export type ScanProblem =
  | { scan: 'cameraRefused' | 'full' | 'mixed' }
  /** `others`: whether other photos were chosen with it and are pages now. */
  | { scan: 'unreadable'; name: string; others: boolean }
  /** Only the first `fit` pages are under the limit. */
  | { scan: 'tooLarge'; fit: number };

interface ProblemTexts {
  why: string;
  advice: string;
}

/** What happened, and what to do. */
export function problemTexts(copy: PatientCopy, scanCopy: ScanCopy, problem: ScanProblem): ProblemTexts {
  const { problem: why, advice } = scanCopy;
  switch (problem.scan) {
    case 'cameraRefused':
      return { why: why.cameraRefused(), advice: advice.cameraRefused() };
    case 'full':
      return { why: why.full({ most: mostPages }), advice: advice.full() };
    case 'mixed':
      return { why: copy.errors.page_several_files(), advice: advice.mixed() };
    case 'unreadable': {
      const { name, others } = problem;
      return {
        why: why.unreadable({ name }),
        advice: others ? advice.unreadable() : (copy.advice?.takePhoto() ?? ''),
      };
    }
    case 'tooLarge': {
      const { fit } = problem;
      return { why: why.tooLarge(), advice: fit === 0 ? advice.noneFits() : advice.tooLarge({ fit }) };
    }
  }
}
