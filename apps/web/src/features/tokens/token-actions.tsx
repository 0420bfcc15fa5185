import type { Token } from '@caredrop/contracts';
import {
  IconCopy,
  IconInfoCircle,
  IconLinkOff,
  IconMail,
  IconMessage,
  IconRefresh,
} from '@tabler/icons-react';
import { paths } from '../../shared/config/paths.js';
import { RowActions, RowButton, RowLink } from '../../shared/ui/row-actions.js';
import { copy } from './copy.js';
import { needsNewLink, statusAt } from './token-rules.js';

interface Props {
  token: Token;
  now: number;
  onCopy: (token: string) => void;
  onSms: (token: Token) => void;
  onEmail: (token: Token) => void;
  onRevoke: (token: Token) => void;
  onReissue: (token: Token) => void;
}

/** Copy and Details in every state; SMS, email and Revoke for active tokens; a new link if {@link needsNewLink}. */
export function TokenActions({ token, now, onCopy, onSms, onEmail, onRevoke, onReissue }: Props) {
  const active = statusAt(token, now) === 'active';
  return (
    <RowActions compact>
      <RowButton name={copy.actions.copy} icon={IconCopy} onClick={() => onCopy(token.token)} />
      {active && (
        <RowButton
          name={token.hasSMS ? copy.actions.resendSms : copy.actions.sendSms}
          icon={IconMessage}
          onClick={() => onSms(token)}
        />
      )}
      {active && (
        <RowButton
          name={token.emailStatus ? copy.actions.resendEmail : copy.actions.sendEmail}
          icon={IconMail}
          onClick={() => onEmail(token)}
        />
      )}
      {active && (
        <RowButton name={copy.actions.revoke} icon={IconLinkOff} danger onClick={() => onRevoke(token)} />
      )}
      {needsNewLink(token, now) && (
        <RowButton name={copy.actions.sendNew} icon={IconRefresh} onClick={() => onReissue(token)} />
      )}
      <RowLink name={copy.actions.details} icon={IconInfoCircle} to={paths.token.href(token.id)} />
    </RowActions>
  );
}
