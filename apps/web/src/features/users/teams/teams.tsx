import type { Team } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconArchive, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { fullName } from '../../../shared/lib/format.js';
import { useTeamsQuery } from '../../../shared/people/people.api.js';
import { CountBadge } from '../../../shared/ui/badges.js';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { Page } from '../../../shared/ui/page.js';
import { RowActions, RowButton } from '../../../shared/ui/row-actions.js';
import { EmptyState, ListBody } from '../../../shared/ui/states.js';
import { ClampedText } from '../../../shared/ui/values.js';
import { copy } from './copy.js';

const TeamDialog = lazy(async () => ({ default: (await import('./team-dialog.js')).TeamDialog }));
const MembersDialog = lazy(async () => ({ default: (await import('./members-dialog.js')).MembersDialog }));
const ArchiveTeamDialog = lazy(async () => ({
  default: (await import('./archive-team-dialog.js')).ArchiveTeamDialog,
}));

type Opened = { dialog: 'create' } | { dialog: 'rename' | 'members' | 'archive'; id: string } | null;

/** /admin/teams */
export function Teams() {
  const list = useTeamsQuery();
  const [opened, setOpened] = useState<Opened>(null);
  // Looked up by id, so that the members dialog shows each change.
  const team = list.data?.find(({ id }) => opened && 'id' in opened && id === opened.id);
  const close = () => setOpened(null);
  return (
    <Page
      title={copy.page.title}
      purpose={copy.page.purpose}
      action={
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setOpened({ dialog: 'create' })}
        >
          {copy.create.title}
        </Button>
      }
    >
      <ListBody list={list} what={copy.page.what}>
        {(teams, stale) => <Rows teams={teams} stale={stale} onOpen={setOpened} />}
      </ListBody>
      <Suspense fallback={null}>
        {opened?.dialog === 'create' && <TeamDialog onClose={close} />}
        {opened?.dialog === 'rename' && team && <TeamDialog team={team} onClose={close} />}
        {opened?.dialog === 'members' && team && <MembersDialog team={team} onClose={close} />}
        {opened?.dialog === 'archive' && team && <ArchiveTeamDialog team={team} onClose={close} />}
      </Suspense>
    </Page>
  );
}

interface RowsProps {
  teams: Team[];
  stale: boolean;
  onOpen: (opened: Opened) => void;
}

function Rows({ teams, stale, onOpen }: RowsProps) {
  const columns: Column<Team>[] = [
    {
      header: copy.columns.name,
      kind: 'main',
      cell: ({ name }) => <span style={{ fontWeight: 500 }}>{name}</span>,
    },
    {
      header: copy.columns.members,
      kind: 'wide',
      cell: ({ members }) => <ClampedText text={members.map(fullName).join(', ') || copy.noMembers} />,
    },
    {
      header: copy.columns.watching,
      cell: ({ watchers, members }) => copy.emails(watchers, members.filter(({ active }) => active).length),
    },
    {
      header: copy.columns.actions,
      kind: 'actions',
      cell: ({ id }) => (
        <RowActions>
          <RowButton
            name={copy.actions.members}
            icon={IconUsers}
            onClick={() => onOpen({ dialog: 'members', id })}
          />
          <RowButton
            name={copy.actions.rename}
            icon={IconPencil}
            onClick={() => onOpen({ dialog: 'rename', id })}
          />
          <RowButton
            name={copy.actions.archive}
            icon={IconArchive}
            danger
            onClick={() => onOpen({ dialog: 'archive', id })}
          />
        </RowActions>
      ),
    },
  ];
  if (teams.length === 0) return <EmptyState sentence={copy.page.empty} />;
  return (
    <>
      <div>
        <CountBadge count={teams.length} noun={copy.page.noun} />
      </div>
      <DataTable label={copy.page.table} columns={columns} rows={teams} idOf={({ id }) => id} stale={stale} />
    </>
  );
}
