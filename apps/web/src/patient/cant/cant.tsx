import { loadCantCopy } from '@caredrop/patient-copy';
import type { Link } from '../link/link-verdict.js';
import { CantDialog } from './cant-dialog.js';

/** Loads the copy and returns the dialog for patients who cannot send the document. */
export async function cantDialog(language: string, token: string | null, link: Link, onClose: () => void) {
  const cant = await loadCantCopy(language);
  return <CantDialog token={token ?? ''} link={link} cant={cant} onClose={onClose} />;
}
