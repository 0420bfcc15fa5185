import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatExact } from '../../shared/lib/format.js';
import { Card, Section } from '../../shared/ui/page.js';
import { thanksCopy as copy } from './thanks-copy.js';
import { useThanksQuery } from './token-changes.api.js';

const ThanksDialog = lazy(async () => ({ default: (await import('./thanks-dialog.js')).ThanksDialog }));

/**
 * Shows when the thanks for a link's document were sent or that they cannot be sent, or offers the button to send them.
 * Renders nothing if thanks are off.
 */
export function ThanksPanel({ tokenId }: { tokenId: string }) {
  const { data: thanks } = useThanksQuery(tokenId);
  const [open, setOpen] = useState(false);
  if (!thanks || thanks.state === 'off') return null;
  return (
    <Section title={copy.heading}>
      <Card>
        {thanks.state === 'sent' && thanks.sentAt && (
          <Text role="status">{copy.sentOn(formatExact(thanks.sentAt), thanks.status)}</Text>
        )}
        {thanks.state === 'impossible' && <Text>{copy.impossible}</Text>}
        {thanks.state === 'possible' && (
          <>
            <Text>{copy.what}</Text>
            <Button fullWidth mt={12} variant="default" onClick={() => setOpen(true)}>
              {copy.open}
            </Button>
          </>
        )}
      </Card>
      {open && (
        <Suspense fallback={null}>
          <ThanksDialog tokenId={tokenId} thanks={thanks} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
