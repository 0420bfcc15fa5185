import type { PatientCopy } from '@caredrop/patient-copy';
import { createContext, useContext } from 'react';

const Context = createContext<PatientCopy | null>(null);

/** Provides the copy of one language to its children. */
export const CopyProvider = Context.Provider;

/** Returns the copy in the language of the page. */
export function useCopy(): PatientCopy {
  const copy = useContext(Context);
  if (!copy) throw new Error('useCopy needs a CopyProvider.');
  return copy;
}
