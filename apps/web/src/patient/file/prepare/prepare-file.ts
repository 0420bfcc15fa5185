import { readingProblem, type ChosenFile } from '../chosen-file.js';
import { checkPdf } from './check-pdf.js';
import { makeSendable } from './make-sendable.js';
import { identify } from './thing.js';

/** A decoder that takes longer is assumed to hang on a damaged file. */
const timeoutMs = 60_000;
const tooLong = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('Converting took too long.')), timeoutMs),
  );

const failed = { shrink: 'shrinkFailed', convert: 'convertFailed' } as const;

/**
 * Examines a chosen file further: converts a picture that cannot be sent, identifies a file of a type that is not
 * accepted, and finds out why a clinic may not accept a PDF. A conversion is offered only if it has succeeded.
 */
export async function prepareFile(chosen: ChosenFile): Promise<ChosenFile> {
  const { file, kind, problem } = chosen;
  if (!problem) return kind === 'application/pdf' ? { ...chosen, warning: await checkPdf(file) } : chosen;
  if (kind.includes('/') || file.size === 0) return problem.remedy ? converted(chosen) : chosen;
  const thing = await identify(file);
  const remedy = thing === 'jxl' ? 'convert' : problem.remedy;
  return converted({ ...chosen, problem: { ...problem, remedy, thing } });
}

async function converted(chosen: ChosenFile): Promise<ChosenFile> {
  const { file, problem } = chosen;
  const remedy = problem?.remedy;
  if (!problem || !remedy) return chosen;
  try {
    const ready = await Promise.race([makeSendable(file, remedy, problem.thing ?? null), tooLong()]);
    return { ...chosen, ready };
  } catch (error) {
    // For example, the file is damaged or too large for the memory, this browser cannot decode it, or a decoder did not
    // load. Only a file that no longer exists gets different advice.
    const gone = readingProblem(error);
    if (gone.advice === 'vanished') return { ...chosen, problem: gone };
    return { ...chosen, problem: { ...problem, remedy: null, advice: failed[remedy] } };
  }
}
