import { useEffect, useState } from 'react';
import { useCopy } from './copy-context.js';

/** Copy that loads separately from the page's. */
export interface CopyPart<Copy> {
  /** The requested language; `copy` may be in English instead. */
  language: string;
  copy: Copy;
}

type Load<Copy> = (language: string) => Promise<Copy>;

/** Loads copy, in English if the language cannot be loaded. Rejects when English cannot be loaded either. */
export const loadCopyPart = async <Copy>(load: Load<Copy>, language: string): Promise<CopyPart<Copy>> => ({
  language,
  copy: await load(language).catch(() => load('en')),
});

/**
 * Returns the copy in the page's language, or in English if that cannot be loaded; the previous copy while it loads, or
 * when English cannot be loaded either.
 */
export function useCopyPart<Copy>(load: Load<Copy>, first: CopyPart<Copy>): Copy {
  const { id } = useCopy().language;
  const [{ language, copy }, setPart] = useState(first);
  useEffect(() => {
    if (language === id) return;
    let isWanted = true;
    loadCopyPart(load, id).then(
      (loaded) => isWanted && setPart(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [load, id, language]);
  return copy;
}
