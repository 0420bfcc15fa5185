import type { AttentionToken } from '@caredrop/contracts';
import { IconAlarmSnooze, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { fullName } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { useScopes } from '../../shared/people/use-scopes.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { RowButton, RowLink } from '../../shared/ui/row-actions.js';
import { RequestLine } from '../../shared/ui/request-line.js';
import { toast } from '../../shared/ui/toast.js';
import { NearTime } from '../../shared/ui/values.js';
import classes from './attention.module.css';
import { useSnoozeMutation } from './attention.api.js';
import { keyOf, requestOf, tokenIdOf, type AttentionItem } from './attention-items.js';
import { copy } from './copy.js';
import { ItemAction } from './item-action.js';
import { ItemOwner } from './item-owner.js';
import { WhatHappened } from './what-happened.js';

interface Props {
  items: AttentionItem[];
  everyone: boolean;
  /** The rows are snoozed: their action is to show them again. */
  snoozed: boolean;
  action: (item: AttentionToken) => ReactNode;
  onSnooze: (item: AttentionItem) => void;
}

export function AttentionTable({ items, everyone, snoozed, action, onSnooze }: Props) {
  const now = useNow();
  const { teams } = useScopes();
  const columns: Column<AttentionItem>[] = [
    {
      header: copy.columns.patient,
      kind: 'main',
      cell: (item) => <Patient item={item} owner={!everyone && <ItemOwner item={item} teams={teams} />} />,
    },
    { header: copy.columns.what, kind: 'wide', cell: (item) => <WhatHappened item={item} /> },
    ...(everyone
      ? [{ header: copy.columns.clinician, cell: (item: AttentionItem) => fullName(ownerOf(item)) }]
      : []),
    { header: copy.columns.since, cell: (item) => <NearTime iso={item.since} now={now} /> },
    {
      header: copy.columns.actions,
      kind: 'actions',
      cell: (item) => (
        <div className={classes.actions}>
          {snoozed ? <ShowAgain item={item} /> : <ItemAction item={item} action={action} />}
          {!snoozed && (
            <RowButton name={copy.snooze.action} icon={IconAlarmSnooze} onClick={() => onSnooze(item)} />
          )}
          <RowLink name={copy.details} icon={IconInfoCircle} to={paths.token.href(tokenIdOf(item))} />
        </div>
      ),
    },
  ];
  return <DataTable label={copy.table} rows={items} idOf={tokenIdOf} columns={columns} />;
}

const ownerOf = (item: AttentionItem) => ('token' in item ? item.token.user : item.document.user);

function Patient({ item, owner }: { item: AttentionItem; owner: ReactNode }) {
  const nickname = 'token' in item ? item.token.nickname : null;
  const to = 'token' in item ? paths.token.href(item.token.id) : paths.document.href(item.document.id);
  return (
    <>
      <Link to={to}>{'token' in item ? item.token.patient_ref_id : item.document.patient_ref_id}</Link>
      {nickname && <div className={classes.nickname}>{nickname}</div>}
      <RequestLine request={requestOf(item)} />
      {owner}
    </>
  );
}

/** Ends the snooze of a row. */
function ShowAgain({ item }: { item: AttentionItem }) {
  const [snooze, { isLoading }] = useSnoozeMutation();
  const end = async () => {
    const response = await snooze({ ...keyOf(item), reason: item.reason, until: null });
    if (response.error) return toast.serverFirst(response.error, copy.snooze.failed);
    toast.success(copy.snooze.ended);
  };
  return (
    <ActionButton variant="light" size="compact-md" busy={isLoading} onClick={() => void end()}>
      {copy.snooze.end}
    </ActionButton>
  );
}
