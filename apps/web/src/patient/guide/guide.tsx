import { loadCaptions } from '@caredrop/patient-copy';
import { GuideDialog } from './guide-dialog.js';

/** Loads the captions and returns the guide. */
export async function guideDialog(language: string, onClose: () => void) {
  return <GuideDialog captions={await loadCaptions(language)} onClose={onClose} />;
}
