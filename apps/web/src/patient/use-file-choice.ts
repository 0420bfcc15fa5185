import { useCallback, useRef, type Dispatch } from 'react';
import { examineFile, unreadableFile, type ChosenFile } from './file/chosen-file.js';
import type { FileProblem, Remedy } from './file/file-rules.js';
import type { PageEvent } from './page-state.js';
import { canScan, type Scan } from './use-scan.js';

const several: FileProblem = { reason: { code: 'page_several_files' }, advice: 'several', remedy: null };
const remedyFailed = { shrink: 'shrinkFailed', convert: 'convertFailed' } as const;

/** What chosen files become: the document, unless they are to be pages of it. */
export interface Choice {
  page?: boolean;
  /** The page that is taken again. */
  replaces?: string | null;
}

/**
 * Chooses a file and fixes it on the device. Of two choices in quick succession the later one counts, however
 * long the earlier one takes to read.
 */
export function useFileChoice(dispatch: Dispatch<PageEvent>, addPhotos: Scan['addPhotos']) {
  const latest = useRef(0);

  const choose = useCallback(
    async (files: File[], as: Choice = {}) => {
      const [file] = files;
      if (!file) return;
      if ((files.length > 1 || as.page) && canScan()) {
        await addPhotos(files, as.replaces ?? null);
        return;
      }
      if (files.length > 1) return dispatch({ type: 'file refused', problem: several });
      const turn = (latest.current += 1);
      dispatch({ type: 'working', on: 'reading' });
      const event = await examined(file);
      if (turn === latest.current) dispatch(event);
    },
    [dispatch, addPhotos],
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
    // The browser throws one of several errors for a file that was removed, is locked, or has not been downloaded from
    // cloud storage.
    return { type: 'file refused', problem: unreadableFile };
  }
}

async function mended(chosen: ChosenFile, remedy: Remedy): Promise<PageEvent> {
  try {
    const { toJpeg } = await import('./file/to-jpeg.js');
    const jpeg = await toJpeg(chosen.file, remedy);
    const change = { by: remedy, sizeBefore: chosen.file.size };
    return { type: 'file chosen', chosen: await examineFile(jpeg, change) };
  } catch {
    // Damaged, undecodable here, too large for the memory, or the converter did not load: the next step is the same.
    const reason = chosen.problem?.reason ?? unreadableFile.reason;
    const problem = { reason, advice: remedyFailed[remedy], remedy: null };
    return { type: 'file chosen', chosen: { ...chosen, problem } };
  }
}
