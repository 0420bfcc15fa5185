import { messages, type ListScope, type Token } from '@caredrop/contracts';
import { Button, Text } from '@mantine/core';
import { IconLinkOff, IconMessage, IconUserShare } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useNow } from '../../shared/lib/use-now.js';
import { OwnerLine } from '../../shared/people/owner-line.js';
import { useScopes } from '../../shared/people/use-scopes.js';
import { BulkBar } from '../../shared/ui/bulk-bar.js';
import { DataTable } from '../../shared/ui/data-table.js';
import { Section } from '../../shared/ui/page.js';
import { EmptyState, ListBody } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { useSelection } from '../../shared/ui/use-selection.js';
import { NearTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { actionsColumn, patientColumn, smsColumn, statusColumn, tokenColumn } from './token-columns.js';
import { useTokenDialogs } from './token-dialogs.js';
import { anyEmailed } from './resend-channels.js';
import { documentCount } from './token-rules.js';
import { useTokensQuery, type OwnFilters } from './tokens.api.js';
import { useBulkDialogs, type OpenBulkDialog } from './use-bulk-dialogs.js';
import { useCopyLink } from './use-copy-link.js';

/** The signed-in user's own tokens, or those of colleagues, with their actions. */
export function TokensTable({ filters, scope = 'mine' }: { filters?: OwnFilters; scope?: ListScope }) {
  const list = useTokensQuery(filters && { ...filters, scope: scope === 'mine' ? '' : scope });
  const dialogs = useTokenDialogs();
  const bulk = useBulkDialogs();
  useErrorToast(list.error, messages.token.loadFailed);
  return (
    <Section title={copy.list.titles[scope]}>
      <ListBody list={list} what={copy.list.what}>
        {({ tokens }, stale) =>
          tokens.length === 0 ? (
            <None filtered={filters !== undefined && isFiltered(filters)} scope={scope} />
          ) : (
            <Rows
              label={copy.list.titles[scope]}
              tokens={tokens}
              stale={stale}
              dialogs={dialogs}
              onBulk={bulk.open}
            />
          )
        }
      </ListBody>
      {dialogs.element}
      {bulk.element}
    </Section>
  );
}

/** Whether a filter is set that can exclude links of the scope; the order does not. */
const isFiltered = ({ search, status, expiryRange }: OwnFilters) => `${search}${status}${expiryRange}` !== '';

const None = ({ filtered, scope }: { filtered: boolean; scope: ListScope }) => (
  <EmptyState sentence={messages.token.noneFound}>
    <Text c="dimmed" size="sm">
      {(filtered ? copy.list.noneMatches : copy.list.emptyHints)[scope]}
    </Text>
    {filtered && (
      <Button
        component={Link}
        to={{ search: scope === 'mine' ? '' : `scope=${scope}` }}
        replace
        variant="default"
      >
        {copy.filters.clear}
      </Button>
    )}
  </EmptyState>
);

interface RowsProps {
  label: string;
  tokens: Token[];
  stale: boolean;
  dialogs: ReturnType<typeof useTokenDialogs>;
  onBulk: OpenBulkDialog;
}

function Rows({ label, tokens, stale, dialogs, onBulk }: RowsProps) {
  const { teams } = useScopes();
  const now = useNow();
  const { copyLink, byHand } = useCopyLink();
  const selection = useSelection(tokens, (token) => token.patient_ref_id);
  const { chosen, clear } = selection;
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <BulkBar
        total={tokens.length}
        noun={copy.countNoun}
        chosen={chosen.length}
        danger={
          chosen.length > 0 && (
            <Button
              variant="outline"
              color="red"
              size="sm"
              leftSection={<IconLinkOff {...icon} />}
              onClick={() => onBulk({ kind: 'revoke', tokens: chosen, onDone: clear })}
            >
              {copy.bulk.revoke(chosen.length)}
            </Button>
          )
        }
      >
        {chosen.length > 0 && (
          <>
            <Button
              size="sm"
              leftSection={<IconMessage {...icon} />}
              onClick={() => onBulk({ kind: 'resend', tokens: chosen, onDone: clear })}
            >
              {copy.bulk.resend(chosen.length, anyEmailed(chosen))}
            </Button>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconUserShare {...icon} />}
              onClick={() => onBulk({ kind: 'assign', tokens: chosen, onDone: clear })}
            >
              {copy.bulk.assign(chosen.length)}
            </Button>
          </>
        )}
      </BulkBar>
      {byHand}
      <DataTable
        label={label}
        rows={tokens}
        stale={stale}
        idOf={(token) => token.id}
        selection={selection}
        columns={[
          patientColumn(({ user, notMine, team_id: teamId }) => (
            <OwnerLine owner={user} isMine={!notMine} teamId={teamId} teams={teams} />
          )),
          statusColumn(now),
          { header: copy.columns.expires, cell: (token) => <NearTime iso={token.expires_at} now={now} /> },
          { header: copy.columns.documents, kind: 'number', cell: documentCount },
          smsColumn,
          tokenColumn,
          actionsColumn({ now, copyLink, dialogs }),
        ]}
      />
    </>
  );
}
