import { messages, type Clinician } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import {
  IconCalendarOff,
  IconMail,
  IconShieldLock,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fullName } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { absenceText } from '../../shared/people/absence-days.js';
import { AccountBadge, CountBadge } from '../../shared/ui/badges.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { Page } from '../../shared/ui/page.js';
import { RowActions, RowButton } from '../../shared/ui/row-actions.js';
import { EmptyState, ListBody } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { ClampedText, NearTime } from '../../shared/ui/values.js';
import { AbsenceDialog } from './absence-dialog.js';
import { byName } from './by-name.js';
import { copy } from './copy.js';
import { DisableDialog } from './disable-dialog.js';
import { SecondFactorDialog } from './second-factor-dialog.js';
import {
  noUserFilters,
  useAdminUsersQuery,
  useEnableUserMutation,
  useInviteAgainMutation,
  type UserFilters,
} from './users.api.js';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.js')).InviteDialog }));

const typingPauseMs = 300;

/** /admin/manage-users */
export function ManageUsers() {
  const [filters, setFilters] = useUrlFilters<keyof UserFilters>(noUserFilters);
  const [inviting, setInviting] = useState(false);
  const [disabling, setDisabling] = useState<Clinician | null>(null);
  const [securing, setSecuring] = useState<Clinician | null>(null);
  const [away, setAway] = useState<Clinician | null>(null);
  const list = useAdminUsersQuery(filters);
  useErrorToast(list.error, messages.user.loadFailed);
  // A failed change reloads the rows, and the open dialog then shows the current state.
  const current = (user: Clinician) => list.data?.find(({ id }) => id === user.id) ?? user;
  return (
    <Page
      title={copy.page.title}
      purpose={copy.page.purpose}
      action={
        <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={() => setInviting(true)}>
          {copy.invite.title}
        </Button>
      }
    >
      <Filters filters={filters} onChange={(part) => setFilters({ ...filters, ...part })} />
      <ListBody list={list} what={copy.page.what}>
        {(users, stale) => (
          <Rows
            users={users}
            stale={stale}
            onDisable={setDisabling}
            onSecure={setSecuring}
            onAway={setAway}
          />
        )}
      </ListBody>
      {disabling && <DisableDialog user={disabling} onClose={() => setDisabling(null)} />}
      {away && <AbsenceDialog user={current(away)} onClose={() => setAway(null)} />}
      {securing && <SecondFactorDialog user={current(securing)} onClose={() => setSecuring(null)} />}
      <Suspense fallback={null}>{inviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </Page>
  );
}

function Filters({
  filters,
  onChange,
}: {
  filters: UserFilters;
  onChange: (part: Partial<UserFilters>) => void;
}) {
  return (
    <FilterRow>
      <TextFilter
        label={copy.filters.name}
        value={filters.name}
        pauseMs={typingPauseMs}
        onChange={(name) => onChange({ name })}
      />
      <TextFilter
        label={copy.filters.email}
        value={filters.email}
        pauseMs={typingPauseMs}
        onChange={(email) => onChange({ email })}
      />
      <SelectFilter
        label={copy.filters.status}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={[
          ['', copy.filters.statuses.all],
          ['active', copy.filters.statuses.active],
          ['disabled', copy.filters.statuses.disabled],
        ]}
      />
    </FilterRow>
  );
}

function Status({ user }: { user: Clinician }) {
  return (
    <>
      <AccountBadge {...user} />
      {user.absence && <div style={{ maxWidth: '13rem' }}>{absenceText(user.absence)}</div>}
    </>
  );
}

interface RowsProps {
  users: Clinician[];
  stale: boolean;
  onDisable: (user: Clinician) => void;
  onSecure: (user: Clinician) => void;
  onAway: (user: Clinician) => void;
}

function Rows({ users, stale, onDisable, onSecure, onAway }: RowsProps) {
  const now = useNow();
  const sorted = useMemo(() => byName(users), [users]);
  const [enable, { isLoading, originalArgs }] = useEnableUserMutation();
  const [inviteAgain, inviting] = useInviteAgainMutation();

  const enabled = async (user: Clinician) => {
    const response = await enable({ id: user.id });
    if (response.error) return toast.failure(response.error, messages.user.enableFailed);
    toast.success(messages.user.enabled(fullName(user)), { after: messages.user.enableFailed });
  };
  const invited = async (user: Clinician) => {
    const response = await inviteAgain({ id: user.id });
    if (response.error) return toast.serverFirst(response.error, messages.user.inviteFailed);
    toast.success(messages.user.invited(user.email), { after: messages.user.inviteFailed });
  };
  const columns: Column<Clinician>[] = [
    {
      header: copy.columns.name,
      kind: 'main',
      cell: (user) => <span style={{ fontWeight: 500 }}>{fullName(user)}</span>,
    },
    { header: copy.columns.email, kind: 'wide', cell: (user) => user.email },
    { header: copy.columns.joined, cell: (user) => <NearTime iso={user.createdAt} now={now} /> },
    { header: copy.columns.status, kind: 'state', cell: (user) => <Status user={user} /> },
    { header: copy.columns.disableReason, cell: (user) => <ClampedText text={user.disableReason ?? '–'} /> },
    {
      header: copy.columns.actions,
      kind: 'actions',
      cell: (user) => (
        <RowActions>
          {user.invited && !user.disabled && (
            <RowButton
              name={copy.actions.inviteAgain}
              icon={IconMail}
              disabled={inviting.isLoading}
              onClick={() => void invited(user)}
            />
          )}
          {!user.invited && !user.disabled && (
            <RowButton name={copy.actions.absence} icon={IconCalendarOff} onClick={() => onAway(user)} />
          )}
          <RowButton name={copy.actions.secondFactor} icon={IconShieldLock} onClick={() => onSecure(user)} />
          {user.disabled ? (
            <RowButton
              name={copy.actions.enable}
              icon={IconUserCheck}
              disabled={isLoading && originalArgs?.id === user.id}
              onClick={() => void enabled(user)}
            />
          ) : (
            <RowButton
              name={copy.actions.disable}
              icon={IconUserOff}
              danger
              onClick={() => onDisable(user)}
            />
          )}
        </RowActions>
      ),
    },
  ];
  if (users.length === 0) return <EmptyState sentence={copy.page.empty} />;
  return (
    <>
      <div>
        <CountBadge count={users.length} noun={copy.page.noun} />
      </div>
      <DataTable
        label={copy.page.table}
        columns={columns}
        rows={sorted}
        idOf={(user) => user.id}
        stale={stale}
      />
    </>
  );
}
