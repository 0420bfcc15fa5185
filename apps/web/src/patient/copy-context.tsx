import type { PatientCopy } from '@caredrop/patient-copy';
import { createContext, useContext } from 'react';

const Context = createContext<PatientCopy | null>(null);

/** Provides the sentences of one language to its children. */
export const CopyProvider = Context.Provider;

/** The page's sentences, in its language. */
export function useCopy(): PatientCopy {
  const copy = useContext(Context);
  if (!copy) throw new Error('useCopy needs a CopyProvider.');
  return copy;
}
