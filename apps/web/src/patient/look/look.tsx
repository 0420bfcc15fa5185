import { loadAdviceCopy } from '@caredrop/patient-copy';
import type { ReactNode } from 'react';
import { LookDialog, type Look } from './look-dialog.js';

/** Returns the full-screen view of a chosen picture. Rejects when the view's copy cannot be loaded. */
export async function lookDialog(language: string, look: Look, onClose: () => void): Promise<ReactNode> {
  return <LookDialog adviceCopy={await loadAdviceCopy(language)} look={look} onClose={onClose} />;
}
