import type { Token } from '@caredrop/contracts';
import { lazy, Suspense, useState } from 'react';

const AssignManyDialog = lazy(async () => ({
  default: (await import('./assign/assign-many-dialog.js')).AssignManyDialog,
}));
const BulkLinksDialog = lazy(async () => ({
  default: (await import('./bulk-links-dialog.js')).BulkLinksDialog,
}));

interface Bulk {
  kind: 'resend' | 'assign' | 'revoke';
  tokens: Token[];
  onDone: () => void;
}

export type OpenBulkDialog = (bulk: Bulk) => void;

/**
 * The dialogs for several links. They belong to the page rather than to the rows, so that a list that empties behind a
 * dialog, as the changed links leave it, does not remove the results. Render `element` anywhere in the page.
 */
export function useBulkDialogs() {
  const [bulk, open] = useState<Bulk | null>(null);
  const close = () => open(null);
  return {
    open: open as OpenBulkDialog,
    element: (
      <Suspense fallback={null}>
        {bulk?.kind === 'assign' && (
          <AssignManyDialog tokens={bulk.tokens} onClose={close} onDone={bulk.onDone} />
        )}
        {bulk && bulk.kind !== 'assign' && (
          <BulkLinksDialog kind={bulk.kind} tokens={bulk.tokens} onClose={close} onDone={bulk.onDone} />
        )}
      </Suspense>
    ),
  };
}
