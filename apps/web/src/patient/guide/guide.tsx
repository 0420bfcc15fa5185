import { loadCaptions } from '@caredrop/patient-copy';
import { GuideDialog } from './guide-dialog.js';

/** The guide with its captions: a chunk that loads when it opens. */
export async function guideDialog(language: string, onClose: () => void) {
  return <GuideDialog captions={await loadCaptions(language)} onClose={onClose} />;
}
