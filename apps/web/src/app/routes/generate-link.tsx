import type { Token } from '@caredrop/contracts';
import { useState } from 'react';
import { GenerateLinkForm } from '../../features/tokens/generate-link-form.js';
import { GeneratedLink } from '../../features/tokens/generated-link.js';
import { TokensTable } from '../../features/tokens/tokens-table.js';
import { Card, Page } from '../../shared/ui/page.js';

/** /generate-link: creates a link, which then appears in the list below. */
export function Component() {
  const [generated, setGenerated] = useState<Token | null>(null);
  return (
    <Page
      title="Generate Upload Link"
      purpose="A link lets one patient send you one document. Copy it, or send it by text message."
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
        {generated && <GeneratedLink key={generated.id} token={generated} />}
      </div>
      <TokensTable />
    </Page>
  );
}
