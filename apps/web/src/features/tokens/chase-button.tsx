import type { AttentionReason, AttentionToken, Token } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNow } from '../../shared/lib/use-now.js';
import { copy } from './copy.js';
import { anyEmailed, resendChannels } from './resend-channels.js';
import { statusAt } from './token-rules.js';

const BulkLinksDialog = lazy(async () => ({
  default: (await import('./bulk-links-dialog.js')).BulkLinksDialog,
}));

/** Reasons that call for sending the link again: the patient has not sent a document. */
const unanswered: readonly AttentionReason[] = ['opened', 'ending', 'not_answering'];

interface Props {
  items: AttentionToken[];
  /** Whether there are more than these. */
  isTruncated: boolean;
}

/**
 * Sends the link again to the listed patients who have not responded, if it is active and has a channel
 * ({@link resendChannels}). Offered for two or more links, because a single one can be sent from its row or its page.
 */
export function ChaseButton({ items, isTruncated }: Props) {
  const now = useNow();
  // Kept while the dialog is open: rows may leave the list once their link is sent.
  const [chosen, setChosen] = useState<Token[] | null>(null);
  const tokens = items
    .filter(({ reason, token }) => unanswered.includes(reason) && statusAt(token, now) === 'active')
    .flatMap(({ token }) => (resendChannels(token).length > 0 ? [token] : []));
  return (
    <>
      {tokens.length > 1 && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconMessages size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setChosen(tokens)}
        >
          {copy.actions.chase(tokens.length, anyEmailed(tokens), isTruncated)}
        </Button>
      )}
      <Suspense fallback={null}>
        {chosen && (
          <BulkLinksDialog
            kind="resend"
            tokens={chosen}
            onClose={() => setChosen(null)}
            onDone={() => undefined}
          />
        )}
      </Suspense>
    </>
  );
}
