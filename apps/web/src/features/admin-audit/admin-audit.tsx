import { messages } from '@caredrop/contracts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { Notice } from '../../shared/ui/notice.js';
import { Page } from '../../shared/ui/page.js';
import { EmptyState, ListBody } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { noAuditFilters, useAuditQuery, type AuditFilters as Filters } from './audit.api.js';
import { AuditFilters } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import { copy } from './copy.js';
import { ExportButtons } from './export-buttons.js';

/** /admin/audit */
export function AdminAudit() {
  const [filters, setFilters] = useUrlFilters<keyof Filters>(noAuditFilters);
  const [trail, setTrail] = usePages(JSON.stringify(filters));
  const list = useAuditQuery({ filters, cursor: trail.at(-1) ?? '' });
  useErrorToast(list.error, messages.audit.loadFailed);
  return (
    <Page title={copy.page.title} purpose={copy.page.purpose} action={<ExportButtons filters={filters} />}>
      <AuditFilters filters={filters} onChange={(part) => setFilters({ ...filters, ...part })} />
      <ListBody list={list} what={copy.page.what}>
        {(response, stale) => (
          <>
            {response.searchCut && <Notice tone="warning">{copy.page.searchCut}</Notice>}
            {response.entries.length === 0 ? (
              <EmptyState sentence={copy.page.empty} />
            ) : (
              <>
                <AuditTable response={response} stale={stale} />
                <Pager
                  newer={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : null}
                  older={older(response.nextCursor, (cursor) => setTrail([...trail, cursor]))}
                />
              </>
            )}
          </>
        )}
      </ListBody>
    </Page>
  );
}

/** The cursors of the visited pages, in order. They are dropped when the filters change, including through Back. */
function usePages(filters: string) {
  const [visited, setVisited] = useState<{ filters: string; cursors: string[] }>({ filters, cursors: [] });
  const isChanged = visited.filters !== filters;
  if (isChanged) setVisited({ filters, cursors: [] });
  return [
    isChanged ? [] : visited.cursors,
    (next: string[]) => setVisited({ filters, cursors: next }),
  ] as const;
}

const older = (cursor: string | null | undefined, go: (cursor: string) => void) =>
  cursor ? () => go(cursor) : null;

type Step = (() => void) | null;

function Pager({ newer, older: next }: { newer: Step; older: Step }) {
  if (!newer && !next) return null;
  const go = (step: Step) => () => {
    step?.();
    window.scrollTo({ top: 0 });
  };
  return (
    <Group justify="center" gap={8} component="nav" aria-label={copy.pager.label}>
      <Button variant="default" disabled={!newer} onClick={go(newer)}>
        {copy.pager.newer}
      </Button>
      <Button variant="default" disabled={!next} onClick={go(next)}>
        {copy.pager.older}
      </Button>
    </Group>
  );
}
