import type { Token } from '@caredrop/contracts';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmailBadge, NotAnsweringBadge, SmsBadge, StatusBadge } from '../../shared/ui/badges.js';
import type { Column } from '../../shared/ui/data-table.js';
import { RequestLine } from '../../shared/ui/request-line.js';
import { TokenText } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { ScheduledInList } from './send-later/scheduled-in-list.js';
import { TokenActions } from './token-actions.js';
import type { TokenInHand } from './token-dialogs.js';
import { statusAt } from './token-rules.js';

/** The columns that every list of tokens has. On a phone the patient's reference is the card's title. */
export const tokenColumn: Column<Token> = {
  header: copy.columns.token,
  cell: (token) => <TokenText token={token.token} />,
};

export const patientColumn = (owner?: (token: Token) => ReactNode): Column<Token> => ({
  header: copy.columns.patient,
  kind: 'main',
  cell: (token) => <Patient token={token} owner={owner?.(token)} />,
});

export const statusColumn = (now: number): Column<Token> => ({
  header: copy.columns.status,
  kind: 'state',
  cell: (token) => <StatusBadge status={statusAt(token, now)} />,
});

export const smsColumn: Column<Token> = {
  header: copy.columns.smsStatus,
  cell: (token) => <SmsState token={token} />,
};

const SmsState = ({ token }: { token: Token }) => (
  <Group gap={4}>
    <SmsBadge {...token} />
    {token.emailStatus && <EmailBadge status={token.emailStatus} />}
    {token.notAnswering && <NotAnsweringBadge />}
    {token.scheduled && <ScheduledInList scheduled={token.scheduled} />}
  </Group>
);

interface Actions {
  now: number;
  copyLink: (token: string) => Promise<void>;
  dialogs: {
    sendSms: (token: TokenInHand) => void;
    sendEmail: (token: TokenInHand) => void;
    revoke: (token: TokenInHand) => void;
    reissue: (token: TokenInHand) => void;
  };
}

export const actionsColumn = ({ now, copyLink, dialogs }: Actions): Column<Token> => ({
  header: copy.columns.actions,
  kind: 'actions',
  cell: (token) => (
    <TokenActions
      token={token}
      now={now}
      onCopy={(value) => void copyLink(value)}
      onSms={dialogs.sendSms}
      onEmail={dialogs.sendEmail}
      onRevoke={dialogs.revoke}
      onReissue={dialogs.reissue}
    />
  ),
});

/** The reference; below it the nickname, the document of a request, the owner, a report and a request for renewal. */
function Patient({ token, owner }: { token: Token; owner: ReactNode }) {
  const waiting = [token.problem && copy.problem, token.renewal_asked_at && copy.renewal.asked]
    .filter(Boolean)
    .join(', ');
  return (
    <div>
      {token.patient_ref_id}
      {token.nickname && (
        <Text c="dimmed" size="xs">
          {token.nickname}
        </Text>
      )}
      <RequestLine request={token.request} />
      {owner}
      {waiting !== '' && (
        // Text that wraps: a badge would widen the table beyond the page.
        <Text c="var(--cd-warning)" size="xs" fw={600}>
          {waiting}
        </Text>
      )}
    </div>
  );
}
