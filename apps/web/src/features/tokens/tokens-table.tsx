import { messages, type Token } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { useNow } from '../../shared/lib/use-now.js';
import { CountBadge, SmsBadge, StatusBadge } from '../../shared/ui/badges.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { Section } from '../../shared/ui/page.js';
import { EmptyState, ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { NearTime, TokenText } from '../../shared/ui/values.js';
import { TokenActions } from './token-actions.js';
import { useTokenDialogs } from './token-dialogs.js';
import { documentCount, statusAt } from './token-rules.js';
import { useTokensQuery } from './tokens.api.js';
import { useCopyLink } from './use-copy-link.js';

const title = 'Your Upload Tokens';

/** The signed-in person's own tokens, with everything that can be done to one. */
export function TokensTable() {
  const { data, error, isLoading, refetch } = useTokensQuery();
  useErrorToast(error, messages.token.loadFailed);
  const count = data && <CountBadge count={data.tokens.length} noun="token" />;
  return (
    <Section title={title} action={count}>
      {isLoading && <ListSkeleton />}
      {error && !data && <ErrorState what="Your tokens" onRetry={() => void refetch()} />}
      {data?.tokens.length === 0 && (
        <EmptyState sentence={messages.token.noneFound}>
          <Text c="dimmed" size="sm">
            Links you generate appear here, the newest first.
          </Text>
        </EmptyState>
      )}
      {data && data.tokens.length > 0 && <Rows tokens={data.tokens} />}
    </Section>
  );
}

function Rows({ tokens }: { tokens: Token[] }) {
  const now = useNow();
  const dialogs = useTokenDialogs();
  const { copy, byHand } = useCopyLink();
  const columns: Column<Token>[] = [
    { header: 'Token', kind: 'main', cell: (token) => <TokenText token={token.token} /> },
    { header: 'Patient', kind: 'key', cell: (token) => <Patient token={token} /> },
    { header: 'Status', cell: (token) => <StatusBadge status={statusAt(token, now)} /> },
    { header: 'Expires', cell: (token) => <NearTime iso={token.expires_at} now={now} /> },
    { header: 'Documents', kind: 'number', cell: documentCount },
    { header: 'SMS Status', cell: (token) => <SmsBadge {...token} /> },
    {
      header: 'Actions',
      kind: 'actions',
      cell: (token) => (
        <TokenActions
          token={token}
          now={now}
          onCopy={(value) => void copy(value)}
          onSms={dialogs.sendSms}
          onRevoke={dialogs.revoke}
        />
      ),
    },
  ];
  return (
    <>
      {byHand}
      <DataTable label={title} columns={columns} rows={tokens} idOf={(token) => token.id} />
      {dialogs.element}
    </>
  );
}

/** The reference, and the nickname under it where there is one. */
export function Patient({ token }: { token: Token }) {
  return (
    <div>
      {token.patient_ref_id}
      {token.nickname && (
        <Text c="dimmed" size="xs">
          {token.nickname}
        </Text>
      )}
    </div>
  );
}
