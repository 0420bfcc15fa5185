import { loadAdviceCopy } from '@caredrop/patient-copy';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCopy } from './copy-context.js';

/** Loads the module that examines a chosen file, and its copy. */
async function loadPart(language: string) {
  const [part, adviceCopy] = await Promise.all([
    import('./file/prepare/prepare.js'),
    loadAdviceCopy(language),
  ]);
  return { ...part, adviceCopy };
}
export type FilePart = Awaited<ReturnType<typeof loadPart>>;

/**
 * Loads the part of the page that examines files, once `wanted`. `loadFilePart` resolves to null when it cannot be
 * loaded: a file without a problem can still be sent.
 */
export function useFilePart(wanted: boolean) {
  const language = useCopy().language.id;
  const shown = useRef(language);
  shown.current = language;
  const [filePart, setFilePart] = useState<FilePart | null>(null);
  const load = useCallback(async (): Promise<FilePart | null> => {
    try {
      const loaded = await loadPart(language);
      if (shown.current === language) setFilePart(loaded);
      return loaded;
    } catch {
      return null;
    }
  }, [language]);
  useEffect(() => {
    if (wanted) void load();
  }, [wanted, load]);
  return { filePart, loadFilePart: load };
}
