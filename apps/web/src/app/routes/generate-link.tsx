import type { NewLinkResponse } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { GenerateLinkForm } from '../../features/tokens/generate-link-form.js';
import { paths } from '../../shared/config/paths.js';
import { Card, Page } from '../../shared/ui/page.js';
import { ListSkeleton } from '../../shared/ui/states.js';
import { copy } from '../copy.js';

const GeneratedLink = lazy(async () => ({
  default: (await import('../../features/tokens/generated-link.js')).GeneratedLink,
}));

/** Loaded lazily: the form above it can be used before the list has loaded. */
const TokensTable = lazy(async () => ({
  default: (await import('../../features/tokens/tokens-table.js')).TokensTable,
}));

/** /generate-link: creates a link, which then appears in the list below. */
export function Component() {
  const [generated, setGenerated] = useState<NewLinkResponse | null>(null);
  return (
    <Page
      title={copy.generateLink.title}
      purpose={copy.generateLink.purpose}
      action={
        <Button component={Link} to={paths.sendMany.path} variant="default">
          {copy.sendMany}
        </Button>
      }
    >
      <div
        style={{
          display: 'grid',
          gap: 16,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
          alignItems: 'start',
        }}
      >
        <Card narrow>
          <GenerateLinkForm onGenerated={setGenerated} />
        </Card>
        <Suspense fallback={null}>
          {generated && <GeneratedLink key={generated.token.id} made={generated} />}
        </Suspense>
      </div>
      <Suspense fallback={<ListSkeleton />}>
        <TokensTable />
      </Suspense>
    </Page>
  );
}
