import type { Document } from '@caredrop/contracts';
import { lazy, Suspense, useState } from 'react';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.js')).DeleteDialog }));

interface Asked {
  documents: Document[];
  /** Uses the bulk call and its success message, which states the number, even for one document. */
  bulk: boolean;
  onDeleted: () => void;
}

export type AskToDelete = (asked: Asked) => void;

/**
 * The confirmation before a deletion. It belongs to the page rather than to the rows, so that a list that
 * loads, fails or empties behind the dialog does not remove it. Render `element` anywhere in the page.
 */
export function useDeleteDialog() {
  const [asked, ask] = useState<Asked | null>(null);
  return {
    ask: ask as AskToDelete,
    element: (
      <Suspense fallback={null}>{asked && <DeleteDialog {...asked} onClose={() => ask(null)} />}</Suspense>
    ),
  };
}
