import type { Document } from '@caredrop/contracts';
import { useState } from 'react';
import { DeleteDialog } from './delete-dialog.js';

interface Asked {
  documents: Document[];
  /** A bulk action says how many even when it is one (api.md §4.24). */
  bulk: boolean;
  onDeleted: () => void;
}

export type AskToDelete = (asked: Asked) => void;

/**
 * The question before a deletion. It belongs to the page rather than to the rows: a list that loads, fails or
 * empties behind the dialog must not take it away. Put `element` anywhere in the page.
 */
export function useDeleteDialog() {
  const [asked, ask] = useState<Asked | null>(null);
  return {
    ask: ask as AskToDelete,
    element: asked && <DeleteDialog {...asked} onClose={() => ask(null)} />,
  };
}
