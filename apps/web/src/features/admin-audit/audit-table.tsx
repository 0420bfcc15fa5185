import type { AuditResponse, AuditEntry } from '@caredrop/contracts';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { fullName } from '../../shared/lib/format.js';
import { OutcomeBadge } from '../../shared/ui/badges.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { TokenText, UtcTime } from '../../shared/ui/values.js';
import { codeLabel, copy, reasonLabel, sentenceOf } from './copy.js';

/** Shows entries in words. Names are the current ones, because entries contain only the ids of people and teams. */
export function AuditTable({ response, stale }: { response: AuditResponse; stale: boolean }) {
  const nameOf = (id: string) =>
    response.people[id] ? fullName(response.people[id]) : (response.teams[id] ?? null);
  const columns: Column<AuditEntry>[] = [
    {
      header: copy.columns.what,
      kind: 'main',
      cell: (entry) => <What entry={entry} nameOf={nameOf} names={response.subjects} />,
    },
    {
      header: copy.columns.outcome,
      kind: 'state',
      cell: ({ outcome }) => <OutcomeBadge outcome={outcome} word={copy.outcomes[outcome]} />,
    },
    { header: copy.columns.when, kind: 'time', cell: ({ at }) => <UtcTime iso={at} /> },
    { header: copy.columns.from, kind: 'key', cell: ({ from }) => from ?? '–' },
    { header: copy.columns.request, kind: 'key', cell: ({ requestId }) => <TokenText token={requestId} /> },
  ];
  return (
    <DataTable
      label={copy.page.table}
      columns={columns}
      rows={response.entries}
      idOf={({ id }) => id}
      stale={stale}
    />
  );
}

interface WhatProps {
  entry: AuditEntry;
  nameOf: (id: string) => string | null;
  names: AuditResponse['subjects'];
}

function What({ entry, nameOf, names }: WhatProps) {
  const name = entry.subject ? names[entry.subject.id] : undefined;
  const gone = entry.subject?.kind === 'document' && name?.fileName === null;
  const link = gone ? null : placeOf(entry);
  const details = [entry.reason && reasonLabel(entry.reason), ...entry.codes.map(codeLabel)].filter(Boolean);
  return (
    <div>
      {sentenceOf(entry, nameOf)}
      {link && (
        <>
          {' '}
          <Anchor component={Link} to={link.to} size="sm" underline="always">
            {link.label}
          </Anchor>
        </>
      )}
      {name && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{copy.reference(name.reference)}</bdi>
          {entry.subject?.kind === 'document' && (
            <>
              {', '}
              <bdi>{name.fileName ?? copy.noLongerStored}</bdi>
            </>
          )}
        </Text>
      )}
      {details.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {details.join(', ')}
        </Text>
      )}
    </div>
  );
}

/** The page of the entry's subject if it is a document or a link, otherwise null. */
function placeOf({ subject }: AuditEntry): { to: string; label: string } | null {
  if (subject?.kind === 'document') return { to: paths.document.href(subject.id), label: copy.openDocument };
  if (subject?.kind === 'token') return { to: paths.token.href(subject.id), label: copy.openLink };
  return null;
}
