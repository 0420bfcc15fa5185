import { loadAdviceCopy } from '@caredrop/patient-copy';
import type { ReactNode } from 'react';
import { LookDialog, type Look } from './look-dialog.js';

/** Shows a chosen picture, as large as the screen. Rejects when the dialog's copy cannot be loaded. */
export async function lookDialog(language: string, look: Look, onClose: () => void): Promise<ReactNode> {
  return <LookDialog adviceCopy={await loadAdviceCopy(language)} look={look} onClose={onClose} />;
}
