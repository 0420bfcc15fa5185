import { messages } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { AttentionSummary } from '../../features/attention/attention-summary.js';
import { useDocumentsQuery } from '../../features/documents/documents.api.js';
import { RecentUploads } from '../../features/documents/recent-uploads.js';
import { tokenStats } from '../../features/tokens/token-rules.js';
import { useTokensQuery } from '../../features/tokens/tokens.api.js';
import { useAttentionAction } from '../../features/tokens/use-attention-action.js';
import { paths } from '../../shared/config/paths.js';
import { useNow } from '../../shared/lib/use-now.js';
import { useUser } from '../../shared/session/use-session.js';
import { Page, Section } from '../../shared/ui/page.js';
import { StatCards } from '../../shared/ui/stat-cards.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { copy } from '../copy.js';

/** /dashboard: totals, the most urgent items, and the latest documents. */
export function Component() {
  const user = useUser();
  const tokens = useTokensQuery();
  const documents = useDocumentsQuery();
  const attention = useAttentionAction();
  const now = useNow();
  useErrorToast(tokens.error, messages.token.loadFailed);
  useErrorToast(documents.error, messages.document.loadFailed);
  const stats = tokens.data && tokenStats(tokens.data.tokens, now);
  return (
    <Page
      title={copy.dashboard.title(user?.firstName.trim())}
      tab={copy.dashboard.tab}
      purpose={copy.dashboard.purpose}
      action={
        <Button
          component={Link}
          to={paths.generateLink.path}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {copy.newLink}
        </Button>
      }
    >
      <StatCards
        cards={[
          {
            label: copy.dashboard.totalTokens,
            figure: stats?.total,
            to: paths.tokens.path,
            failed: !!tokens.error,
          },
          {
            label: copy.dashboard.activeTokens,
            figure: stats?.active,
            to: paths.tokens.path,
            failed: !!tokens.error,
          },
          {
            label: copy.dashboard.totalDocuments,
            figure: documents.data?.uploads.length,
            to: paths.documents.path,
            failed: !!documents.error,
          },
        ]}
      />
      <AttentionSummary action={attention.action} />
      {attention.element}
      <Section title={copy.dashboard.recent}>
        {documents.isLoading && <ListSkeleton rows={3} />}
        {documents.error && !documents.data && (
          <ErrorState
            error={documents.error}
            what={copy.dashboard.what}
            onRetry={() => {
              void documents.refetch();
              void tokens.refetch();
            }}
          />
        )}
        {documents.data && <RecentUploads documents={documents.data.uploads} />}
      </Section>
    </Page>
  );
}
