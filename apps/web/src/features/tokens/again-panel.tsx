import type { Document } from '@caredrop/contracts';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { formatExact } from '../../shared/lib/format.js';
import { Card, Section } from '../../shared/ui/page.js';
import { againCopy as copy } from './again-copy.js';
import { useAskAgainQuery } from './token-changes.api.js';

const AgainDialog = lazy(async () => ({ default: (await import('./again-dialog.js')).AgainDialog }));

/** States that a document was asked for again or cannot be asked for again, or offers the button to do so. */
export function AgainPanel({ document }: { document: Document }) {
  const { data: again } = useAskAgainQuery(document.token_id);
  const [open, setOpen] = useState(false);
  const { asked_again: asked } = document;
  if (!asked && !again) return null;
  return (
    <Section title={copy.heading}>
      <Card>
        {asked ? (
          <>
            <Text role="status">{copy.askedOn(formatExact(asked.at))}</Text>
            <Button
              component={Link}
              to={paths.token.href(asked.token_id)}
              variant="default"
              fullWidth
              mt={12}
            >
              {copy.openNew}
            </Button>
          </>
        ) : again?.possible ? (
          <>
            <Text>{copy.what}</Text>
            <Button fullWidth mt={12} variant="default" onClick={() => setOpen(true)}>
              {copy.open}
            </Button>
          </>
        ) : (
          <Text>{copy.impossible}</Text>
        )}
      </Card>
      {open && again && (
        <Suspense fallback={null}>
          <AgainDialog document={document} again={again} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
