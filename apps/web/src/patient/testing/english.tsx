import type { PatientCopy } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CopyProvider } from '../copy-context.js';
import type { Languages } from '../copy-root.js';

export const english = patientCopy('en');

/** For a page whose language does not change. */
export const oneLanguage: Languages = {
  chosen: null,
  offer: () => Promise.resolve(),
  complete: () => Promise.resolve(),
};

/** Renders a part of the page with its copy, in English by default. */
export const renderWith = (part: ReactNode, copy: PatientCopy = english) =>
  render(<CopyProvider value={copy}>{part}</CopyProvider>);
