import type { Token } from '@caredrop/contracts';
import { lazy, Suspense, useState } from 'react';
import { GenerateLinkForm } from '../../features/tokens/generate-link-form.js';
import { TokensTable } from '../../features/tokens/tokens-table.js';
import { Card, Page } from '../../shared/ui/page.js';
import { copy } from '../copy.js';

const GeneratedLink = lazy(async () => ({
  default: (await import('../../features/tokens/generated-link.js')).GeneratedLink,
}));

/** /generate-link: creates a link, which then appears in the list below. */
export function Component() {
  const [generated, setGenerated] = useState<Token | null>(null);
  return (
    <Page title={copy.generateLink.title} purpose={copy.generateLink.purpose}>
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
          {generated && <GeneratedLink key={generated.id} token={generated} />}
        </Suspense>
      </div>
      <TokensTable />
    </Page>
  );
}
