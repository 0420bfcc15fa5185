import { useCallback, useRef, type Dispatch } from 'react';
import { formatSize } from '../shared/lib/format-size.js';
import { examineFile, unreadableFile, type ChosenFile } from './file/chosen-file.js';
import type { FileProblem, Remedy } from './file/file-rules.js';
import { toJpeg } from './file/to-jpeg.js';
import type { PageEvent } from './page-state.js';
import { copy } from './copy.js';

const several: FileProblem = { message: copy.several, advice: copy.severalAdvice, remedy: null };
const remedyFailed: Record<Remedy, string> = { shrink: copy.shrinkFailed, convert: copy.convertFailed };

/**
 * Chooses a file and fixes it on the device. Of two choices in quick succession the later one counts, however
 * long the earlier one takes to read.
 */
export function useFileChoice(dispatch: Dispatch<PageEvent>) {
  const latest = useRef(0);

  const choose = useCallback(
    async (files: File[]) => {
      const [file] = files;
      if (!file) return;
      if (files.length > 1) return dispatch({ type: 'file refused', problem: several });
      const turn = (latest.current += 1);
      dispatch({ type: 'working', on: 'reading' });
      const event = await examined(file);
      if (turn === latest.current) dispatch(event);
    },
    [dispatch],
  );

  const mend = useCallback(
    async (chosen: ChosenFile, remedy: Remedy) => {
      const turn = (latest.current += 1);
      dispatch({ type: 'working', on: remedy });
      const event = await mended(chosen, remedy);
      if (turn === latest.current) dispatch(event);
    },
    [dispatch],
  );

  return { choose, mend };
}

async function examined(file: File): Promise<PageEvent> {
  try {
    return { type: 'file chosen', chosen: await examineFile(file) };
  } catch {
    // The browser throws one of several errors for a file that is gone, locked or still in a cloud.
    return { type: 'file refused', problem: unreadableFile };
  }
}

async function mended(chosen: ChosenFile, remedy: Remedy): Promise<PageEvent> {
  try {
    const jpeg = await toJpeg(chosen.file, remedy);
    const note =
      remedy === 'shrink'
        ? copy.madeSmaller(formatSize(chosen.file.size), formatSize(jpeg.size))
        : copy.converted;
    return { type: 'file chosen', chosen: await examineFile(jpeg, note) };
  } catch {
    // Damaged, of a type this device cannot decode, or too large for its memory: the next step is the same.
    const problem = { message: chosen.problem?.message ?? '', advice: remedyFailed[remedy], remedy: null };
    return { type: 'file chosen', chosen: { ...chosen, problem } };
  }
}
