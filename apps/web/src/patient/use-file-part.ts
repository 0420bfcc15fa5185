import { loadAdviceCopy } from '@caredrop/patient-copy';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCopy } from './copy-context.js';
import { examineFile, type ChosenFile } from './file/chosen-file.js';

/** Loads the module that examines a chosen file, and its copy. */
async function loadPart(language: string) {
  const [part, adviceCopy] = await Promise.all([
    import('./file/prepare/prepare.js'),
    loadAdviceCopy(language),
  ]);
  return { ...part, adviceCopy };
}
export type FilePart = Awaited<ReturnType<typeof loadPart>>;
export type LoadFilePart = () => Promise<FilePart | null>;

/** Examines a file completely: also why it cannot be sent, and why a clinic may not accept a PDF. */
export async function examineFully(file: File, loadFilePart: LoadFilePart): Promise<ChosenFile> {
  const chosen = await examineFile(file);
  const part = chosen.problem || chosen.kind === 'application/pdf' ? await loadFilePart() : null;
  return part ? part.prepareFile(chosen) : chosen;
}

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
    const { current } = shown;
    try {
      const loaded = await loadPart(current);
      if (shown.current === current) setFilePart(loaded);
      return loaded;
    } catch {
      return null;
    }
  }, []);
  useEffect(() => {
    if (wanted) void load();
  }, [wanted, language, load]);
  return { filePart, loadFilePart: load };
}
