import { loadScanCopy } from '@caredrop/patient-copy';
import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { useCopy } from './copy-context.js';
import type { ChosenFile } from './file/chosen-file.js';
import type { FileProblem } from './file/file-rules.js';
import type { PageEvent, PageState } from './page-state.js';
import type { FailedFile } from './scan/open-pdf.js';
import { putPages, type PagesChange, type ScanPage } from './scan/scan-page.js';
import type { ScanProblem } from './scan/scan-problem.js';

/** Loads the scanner and its copy. */
async function load(language: string) {
  const [scanner, scanCopy] = await Promise.all([import('./scan/scan.js'), loadScanCopy(language)]);
  return { ...scanner, scanCopy };
}
export type ScanPart = Awaited<ReturnType<typeof load>>;

/** Makes one file from the pages; null when that failed, and the page shows why. */
export type MakeFile = (pages: readonly ScanPage[]) => Promise<ChosenFile | null>;

const notLoaded: FileProblem = {
  reason: { code: 'page_part_not_loaded' },
  advice: 'notLoaded',
  remedy: null,
};

const always = () => true;

/** Whether this browser can make pages of photos; otherwise the patient chooses one file. */
export const canScan = () => 'createImageBitmap' in window && 'Worker' in window;

/** Browsers allow the in-page camera only on https. */
const hasCamera = () => canScan() && typeof navigator.mediaDevices?.getUserMedia === 'function';

/**
 * Loads the scanner on first use, opens and closes the camera, converts photos into pages, and pages into
 * the file that is sent.
 */
export function useScan(
  latest: () => PageState,
  dispatch: Dispatch<PageEvent>,
  whenSaved: () => Promise<unknown>,
) {
  const language = useCopy().language.id;
  const [part, setPart] = useState<ScanPart | null>(null);
  /** The page that the camera retakes; null for a new one. Undefined while the camera is closed. */
  const [camera, setCamera] = useState<string | null>();
  const refused = useRef(false);
  const ownCamera = useRef<() => void>(undefined);

  const refuse = useCallback(
    (problem: FileProblem | ScanProblem) => {
      dispatch({ type: 'file refused', problem });
      return null;
    },
    [dispatch],
  );

  const open = useCallback(async (): Promise<ScanPart | null> => {
    try {
      const loaded = await load(language);
      setPart(loaded);
      return loaded;
    } catch {
      return refuse(notLoaded);
    }
  }, [refuse, language]);

  // If the copy in a new language cannot be loaded, the scanner keeps the current copy.
  const isLoaded = part !== null;
  useEffect(() => {
    if (isLoaded) load(language).then(setPart, () => undefined);
  }, [isLoaded, language]);

  /** Opens the camera in the page. If that cannot be used, calls `own`, which opens the phone's camera app. */
  const openCamera = useCallback(
    (replaces: string | null, own?: () => void): void => {
      ownCamera.current = own;
      if (refused.current || !hasCamera()) return own?.();
      dispatch({ type: 'working', on: 'camera' });
      void open().then((loaded) => {
        if (!loaded) return;
        dispatch({ type: 'working', on: null });
        setCamera(replaces);
      });
    },
    [open, dispatch],
  );

  const closeCamera = useCallback(() => setCamera(undefined), []);

  const onCameraRefused = useCallback(() => {
    refused.current = true;
    setCamera(undefined);
    // Browsers open a file input only shortly after a tap; a permission prompt may have taken longer.
    if (ownCamera.current && navigator.userActivation?.isActive) ownCamera.current();
    else refuse({ scan: 'cameraRefused' });
  }, [refuse]);

  const changePages = useCallback(
    (change: PagesChange) => dispatch({ type: 'pages changed', change }),
    [dispatch],
  );

  const takePages = useCallback(
    async (file: Blob, replaces: string | null, isWanted = always): Promise<ScanPage[]> => {
      const made = await (await load(language)).makePages(file, pagesOf(latest()), replaces);
      if (!isWanted()) return [];
      changePages((current) => putPages(current, made, replaces));
      await whenSaved();
      return made;
    },
    [latest, language, changePages, whenSaved],
  );

  /**
   * Converts photos and PDFs into pages, in order; returns whether all succeeded. More photos than fit are refused before
   * any page is added. Pages are added only while `isWanted`.
   */
  const addPhotos = useCallback(
    async (
      files: File[],
      replaces: string | null,
      isWanted = always,
      on: 'reading' | 'convert' = 'reading',
    ): Promise<boolean> => {
      dispatch({ type: 'working', on });
      const loaded = await open();
      if (!loaded) return false;
      const others = pagesOf(latest()).length - (replaces ? 1 : 0);
      let problem: FileProblem | ScanProblem | null = await loaded.findPhotoProblem(files, others);
      const failed: FailedFile[] = [];
      for (const file of problem ? [] : files) {
        if (!isWanted()) return false;
        dispatch({ type: 'working', on });
        await takePages(file, replaces, isWanted).catch((error: unknown) => failed.push({ file, error }));
      }
      if (!isWanted()) return false;
      problem ??= loaded.pagesProblem(failed, files.length);
      if (problem) refuse(problem);
      else dispatch({ type: 'working', on: null });
      return problem === null;
    },
    [latest, open, refuse, takePages, dispatch],
  );

  /** Converts a photo chosen as the document into the first page, then opens the camera for the next one. */
  const addPageTo = useCallback(
    async (photo: File) => {
      if (await addPhotos([photo], null)) openCamera(null);
    },
    [addPhotos, openCamera],
  );

  const makeFile: MakeFile = useCallback(
    async (pages) => {
      dispatch({ type: 'working', on: 'assembling' });
      const made = await (await open())?.makeFile(pages);
      if (!made) return null;
      return 'file' in made ? made : refuse(made);
    },
    [open, refuse, dispatch],
  );

  return {
    ...{ part, open, changePages, takePages, addPhotos, addPageTo, makeFile },
    ...{ camera, openCamera, closeCamera, onCameraRefused },
  };
}

export type Scan = ReturnType<typeof useScan>;

const pagesOf = (state: PageState): readonly ScanPage[] => ('pages' in state ? state.pages : []);
