import { loadScanCopy } from '@caredrop/patient-copy';
import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { useCopy } from './copy-context.js';
import type { ChosenFile } from './file/chosen-file.js';
import type { FileProblem } from './file/file-rules.js';
import type { PageEvent, PageState } from './page-state.js';
import type { PagesChange, ScanPage } from './scan/scan-page.js';
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
  /** Whether the camera is open in the latest render. */
  const isOpen = useRef(false);
  isOpen.current = camera !== undefined;
  /** The files that are being made into pages: the camera can be used while chosen photos are still being read. */
  const reading = useRef(new Set<{ isWanted: () => boolean }>());

  const reject = useCallback(
    (problem: FileProblem | ScanProblem) => {
      dispatch({ type: 'file refused', problem });
      return null;
    },
    [dispatch],
  );

  const endWork = useCallback(() => {
    // Work that is no longer wanted ends without an event, so nothing may wait for it.
    const isReading = [...reading.current].some((work) => work.isWanted());
    dispatch({ type: 'working', on: isReading ? 'reading' : null });
  }, [dispatch]);

  const open = useCallback(async (): Promise<ScanPart | null> => {
    try {
      const loaded = await load(language);
      setPart(loaded);
      return loaded;
    } catch {
      return reject(notLoaded);
    }
  }, [reject, language]);

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
        endWork();
        setCamera(replaces);
      });
    },
    [open, endWork, dispatch],
  );

  const closeCamera = useCallback(() => setCamera(undefined), []);

  const onCameraRefused = useCallback(() => {
    refused.current = true;
    setCamera(undefined);
    // Browsers open a file input only shortly after a tap; a permission prompt may have taken longer.
    if (ownCamera.current && navigator.userActivation?.isActive) return ownCamera.current();
    reject({ scan: 'cameraRefused' });
    endWork();
  }, [reject, endWork]);

  const changePages = useCallback(
    (change: PagesChange) => dispatch({ type: 'pages changed', change }),
    [dispatch],
  );

  const takePages = useCallback(
    async (file: Blob | Promise<Blob>, replaces: string | null, isWanted = always): Promise<ScanPage[]> => {
      const work = { isWanted };
      reading.current.add(work);
      try {
        const { makePages, putPages } = await load(language);
        const made = await makePages(await file, pagesOf(latest()), replaces);
        if (!isWanted()) return [];
        changePages((current) => putPages(current, made, replaces));
        await whenSaved();
        return made;
      } finally {
        reading.current.delete(work);
      }
    },
    [latest, language, changePages, whenSaved],
  );

  /**
   * Converts a photo from the camera into a page. This may end after the camera is closed, so the form shows the work
   * in progress and, in that case, its failure.
   */
  const takePhoto = async (photo: Promise<Blob>, replaces: string | null): Promise<ScanPage[]> => {
    dispatch({ type: 'working', on: 'reading' });
    try {
      return await takePages(photo, replaces);
    } catch (error) {
      if (!isOpen.current) reject({ scan: 'photoFailed' });
      throw error;
    } finally {
      endWork();
    }
  };

  /** Converts photos and PDFs into pages, in order, while `isWanted`; returns whether all succeeded. */
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
      const problem = await loaded.addFiles(files, others, isWanted, (file) => {
        dispatch({ type: 'working', on });
        return takePages(file, replaces, isWanted);
      });
      if (!isWanted()) return false;
      if (problem) reject(problem);
      endWork();
      return problem === null;
    },
    [latest, open, reject, takePages, endWork, dispatch],
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
      return 'file' in made ? made : reject(made);
    },
    [open, reject, dispatch],
  );

  return {
    ...{ part, open, changePages, takePhoto, addPhotos, addPageTo, makeFile },
    ...{ camera, openCamera, closeCamera, onCameraRefused },
  };
}

export type Scan = ReturnType<typeof useScan>;

const pagesOf = (state: PageState): readonly ScanPage[] => ('pages' in state ? state.pages : []);
