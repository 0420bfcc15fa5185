import { messages, type Token } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { useNow } from '../../shared/lib/use-now.js';
import { CountBadge } from '../../shared/ui/badges.js';
import { DataTable } from '../../shared/ui/data-table.js';
import { Section } from '../../shared/ui/page.js';
import { EmptyState, ListBody } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { NearTime } from '../../shared/ui/values.js';
import { actionsColumn, patientColumn, smsColumn, statusColumn, tokenColumn } from './token-columns.js';
import { useTokenDialogs } from './token-dialogs.js';
import { documentCount } from './token-rules.js';
import { useTokensQuery } from './tokens.api.js';
import { useCopyLink } from './use-copy-link.js';

const title = 'Your Upload Tokens';

/** The signed-in user's own tokens, with their actions. */
export function TokensTable() {
  const list = useTokensQuery();
  const dialogs = useTokenDialogs();
  useErrorToast(list.error, messages.token.loadFailed);
  const count = list.data && <CountBadge count={list.data.tokens.length} noun="token" />;
  return (
    <Section title={title} action={count}>
      <ListBody list={list} what="Your tokens">
        {({ tokens }) => (tokens.length === 0 ? <None /> : <Rows tokens={tokens} dialogs={dialogs} />)}
      </ListBody>
      {dialogs.element}
    </Section>
  );
}

const None = () => (
  <EmptyState sentence={messages.token.noneFound}>
    <Text c="dimmed" size="sm">
      Links you generate appear here, the newest first.
    </Text>
  </EmptyState>
);

function Rows({ tokens, dialogs }: { tokens: Token[]; dialogs: ReturnType<typeof useTokenDialogs> }) {
  const now = useNow();
  const { copy, byHand } = useCopyLink();
  return (
    <>
      {byHand}
      <DataTable
        label={title}
        rows={tokens}
        idOf={(token) => token.id}
        columns={[
          tokenColumn,
          patientColumn,
          statusColumn(now),
          { header: 'Expires', cell: (token) => <NearTime iso={token.expires_at} now={now} /> },
          { header: 'Documents', kind: 'number', cell: documentCount },
          smsColumn,
          actionsColumn({ now, copy, dialogs }),
        ]}
      />
    </>
  );
}
