import { useCallback, useRef, type Dispatch } from 'react';
import { droppedFolder, examineFile, readingProblem, type ChosenFile } from './file/chosen-file.js';
import type { FileProblem } from './file/file-rules.js';
import type { PageEvent } from './page-state.js';
import { examineFully, type LoadFilePart } from './use-file-part.js';
import { canScan, type Scan } from './use-scan.js';

const several: FileProblem = { reason: { code: 'page_several_files' }, advice: 'several', remedy: null };

/** Decides whether chosen files become the document or pages of it. */
export interface Choice {
  page?: boolean;
  /** The page that is being retaken. */
  replaces?: string | null;
  /** One of the dropped items is a folder. */
  folder?: boolean;
}

/**
 * Chooses a file or pages, and fixes a file on the device. If two files are chosen as the document in quick succession,
 * the later one wins, however long the earlier one takes to read.
 */
export function useFileChoice(
  dispatch: Dispatch<PageEvent>,
  addPhotos: Scan['addPhotos'],
  loadFilePart: LoadFilePart,
) {
  const latest = useRef(0);

  const choose = useCallback(
    async (files: File[], as: Choice = {}) => {
      const [file] = files;
      if (!file) return;
      if (as.folder) return dispatch({ type: 'file refused', problem: droppedFolder });
      const turn = (latest.current += 1);
      if ((files.length > 1 || as.page) && canScan()) {
        await addPhotos(files, as.replaces ?? null);
        return;
      }
      if (files.length > 1) return dispatch({ type: 'file refused', problem: several });
      dispatch({ type: 'working', on: 'reading' });
      const event = await examined(file, loadFilePart);
      if (turn === latest.current) dispatch(event);
    },
    [dispatch, addPhotos, loadFilePart],
  );

  /** Uses the file that was made from the chosen one, or turns a PDF into pages. */
  const mend = useCallback(
    async ({ file, ready }: ChosenFile) => {
      const turn = (latest.current += 1);
      if (ready) dispatch({ type: 'file chosen', chosen: await examineFile(ready.file, ready.change) });
      else await addPhotos([file], null, () => turn === latest.current, 'convert');
    },
    [dispatch, addPhotos],
  );

  /** Ignores the file that is still being read. */
  const supersede = () => void (latest.current += 1);

  return { choose, mend, supersede };
}

async function examined(file: File, loadFilePart: LoadFilePart): Promise<PageEvent> {
  try {
    return { type: 'file chosen', chosen: await examineFully(file, loadFilePart) };
  } catch (error) {
    return { type: 'file refused', problem: readingProblem(error) };
  }
}
