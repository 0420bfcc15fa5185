import type { AttentionToken } from '@caredrop/contracts';
import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { formatTime } from '../../shared/lib/format.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { useScopes } from '../../shared/people/use-scopes.js';
import { useUser } from '../../shared/session/use-session.js';
import { Page } from '../../shared/ui/page.js';
import { EmptyState, ListSkeleton } from '../../shared/ui/states.js';
import { useKeepFocus } from '../../shared/ui/use-keep-focus.js';
import type { AttentionScope } from './attention.api.js';
import { tokenIdOf, type AttentionItem } from './attention-items.js';
import { AttentionNotices } from './attention-notices.js';
import { AttentionTable } from './attention-table.js';
import { attentionScope } from './attention-scope.js';
import { copy } from './copy.js';
import { useAttention, type Attention } from './use-attention.js';
import { WorklistScope } from './worklist-scope.js';

const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze-dialog.js')).SnoozeDialog }));

const blank = { scope: '', show: '' };
const limit = 100;

interface Props {
  action: (item: AttentionToken) => ReactNode;
  /**
   * Renders bulk actions on the listed links; not used for snoozed rows and for everyone's. A truncated list leaves out
   * the least urgent rows.
   */
  bulkAction: (items: AttentionToken[], isTruncated: boolean) => ReactNode;
}

/** /worklist: links and documents that need attention. */
export function Worklist({ action, bulkAction }: Props) {
  const isAdmin = useUser()?.role === 'admin';
  const [filters, setFilters] = useUrlFilters(blank);
  const everyone = isAdmin && filters.scope === 'everyone';
  const show = filters.show === 'snoozed' ? 'snoozed' : 'open';
  const scopes = useScopes();
  const scope = everyone ? 'everyone' : (attentionScope(filters.scope, scopes) ?? 'mine');
  const attention = useAttention({ everyone, scope: filters.scope, show, limit });
  const { items, loading, snoozed, total, more } = attention;
  const keepFocus = useKeepFocus();
  // Kept here rather than in the table: a list that empties behind the dialog must not remove it.
  const [snoozing, setSnoozing] = useState<AttentionItem | null>(null);
  const count = `${total}${more ? '+' : ''}`;
  const all = show === 'open' ? total : snoozed;
  const isTruncated = all > items.length && items.length >= limit;
  return (
    <Page title={copy.title} purpose={copy.purpose}>
      <Group justify="space-between" align="flex-end" gap={12}>
        <Group gap={16}>
          <WorklistScope value={scope} onChange={(wanted) => setFilters({ ...filters, scope: wanted })} />
          {!loading && total > 0 && <Text role="status">{copy.count(count)}</Text>}
        </Group>
        <Group gap={8}>
          {!everyone &&
            show === 'open' &&
            bulkAction(
              items.filter((item) => 'token' in item),
              isTruncated,
            )}
          {(show === 'snoozed' || snoozed > 0) && (
            <Button
              variant="default"
              size="sm"
              onClick={() => setFilters({ ...filters, show: show === 'snoozed' ? '' : 'snoozed' })}
            >
              {show === 'snoozed' ? copy.snooze.showOpen : copy.snooze.show(snoozed)}
            </Button>
          )}
        </Group>
      </Group>
      <AttentionNotices attention={attention} />
      <div {...keepFocus}>
        {loading && items.length === 0 && <ListSkeleton />}
        {!loading && items.length === 0 && <Nothing attention={attention} scope={scope} show={show} />}
        {items.length > 0 && (
          <AttentionTable
            items={items}
            everyone={everyone}
            snoozed={show === 'snoozed'}
            action={action}
            onSnooze={setSnoozing}
          />
        )}
        <Suspense fallback={null}>
          {snoozing && (
            <SnoozeDialog key={tokenIdOf(snoozing)} item={snoozing} onClose={() => setSnoozing(null)} />
          )}
        </Suspense>
        {isTruncated && (
          <Text c="dimmed" size="sm" mt={12}>
            {copy.shown(items.length, `${all}${more ? '+' : ''}`)}
          </Text>
        )}
      </div>
    </Page>
  );
}

interface NothingProps {
  attention: Attention;
  scope: AttentionScope | 'everyone';
  show: 'open' | 'snoozed';
}

/** States what was checked and when; claims nothing about a service that did not respond. */
function Nothing({ attention: { links, documents }, scope, show }: NothingProps) {
  if (links.failed && documents.failed) return null;
  // All that is known about the other part is that nothing in it is snoozed.
  if (show === 'snoozed' && (links.failed || documents.failed)) return null;
  if (links.failed) return <EmptyState sentence={copy.none.rest.links} />;
  if (documents.failed) return <EmptyState sentence={copy.none.rest.documents} />;
  if (show === 'snoozed') return <EmptyState sentence={copy.snooze.none} />;
  const [checkedAt = ''] = [links.checkedAt ?? '', documents.checkedAt ?? ''].sort();
  return (
    <EmptyState sentence={copy.none.title} icon={IconCircleCheck}>
      <Text size="sm">
        {copy.none[scope]}
        {copy.none.at(formatTime(checkedAt))}
      </Text>
      <Text c="dimmed" size="sm" maw={620}>
        {copy.none.kinds}
      </Text>
    </EmptyState>
  );
}
