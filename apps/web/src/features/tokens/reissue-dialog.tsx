import { messages, type ReissueResponse } from '@caredrop/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isOutcomeUnknown } from '../../shared/api/api-error.js';
import { paths, uploadLink } from '../../shared/config/paths.js';
import { randomKey } from '../../shared/lib/random-key.js';
import { useNow } from '../../shared/lib/use-now.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import classes from './generated-link.module.css';
import { Report } from './problem-notice.js';
import { useReplacementReminders } from './replacement-reminders.js';
import { isOnItsWay, statusAt } from './token-rules.js';
import { useReissueTokenMutation } from './token-changes.api.js';
import type { TokenInHand } from './token-dialogs.js';
import { useTokenQuery } from './tokens.api.js';
import { useCopyLink } from './use-copy-link.js';

interface Props {
  token: TokenInHand;
  onClose: () => void;
}

/** Replaces a link with a new one, which is texted and emailed as the old one was, or shown for copying. */
export function ReissueDialog({ token, onClose }: Props) {
  // One key for all tries of this dialog: a lost response must not lead to a second link.
  const [key] = useState(randomKey);
  // Stays set after another failed try. The other button is disabled: for a known key, the server repeats what the
  // first call asked for.
  const [mayBeDone, setMayBeDone] = useState<'send' | 'make'>();
  const [wanted, setWanted] = useState<'send' | 'make'>();
  const [made, setMade] = useState<ReissueResponse>();
  const [reissue, { isLoading }] = useReissueTokenMutation();
  const active = statusAt(token, useNow()) === 'active';
  const report = useReport(token);
  const { phoneEnding, emailHint } = token;
  const { reminders, field } = useReplacementReminders(
    token.id,
    phoneEnding ? 'sms' : emailHint ? 'email' : null,
  );

  const start = async (what: 'send' | 'make') => {
    setWanted(what);
    const body = { send: what === 'send', reminders, reported_at: report.at };
    const response = await reissue({ id: token.id, key, ...body });
    if (isOutcomeUnknown(response.error)) return setMayBeDone(what);
    if (!response.data) return toast.serverFirst(response.error, messages.token.reissueFailed);
    const { sms } = response.data;
    if (!isOnItsWay(response.data)) return setMade(response.data);
    const sentence = sms === 'sent' ? messages.token.reissuedAndSent : messages.token.reissuedAndEmailed;
    toast.success(sentence, { after: messages.token.reissueFailed });
    onClose();
  };
  if (made) return <MadeLink made={made} onClose={onClose} />;
  const withoutSending = emailHint ? copy.reissue.withoutSending : copy.reissue.withoutText;
  const busyWith = (what: 'send' | 'make') => isLoading && wanted === what;
  return (
    <Dialog opened title={copy.reissue.title} busy={isLoading} onClose={onClose} size="lg">
      <Stack gap={20}>
        {mayBeDone && !isLoading && <Notice tone="danger">{copy.reissue.unknown[mayBeDone]}</Notice>}
        {report.notice}
        <Facts facts={[[copy.reissue.patient, token.patient_ref_id], ...contactFacts(token)]} />
        <p style={{ margin: 0 }}>
          {copy.reissue.what} {token.request && copy.reissue.ofRequest}{' '}
          {active ? copy.reissue.revokes : copy.reissue.dead}
          {token.emailStatus && !emailHint && ` ${copy.reissue.notEmailed}`}
        </p>
        {token.scheduled && (
          <p style={{ margin: 0 }}>
            {copy.reissue.cancels} {!phoneEnding && !emailHint && copy.reissue.notTakenOver}
          </p>
        )}
        {field}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose} disabled={isLoading}>
            {copy.cancel}
          </Button>
          {phoneEnding || emailHint ? (
            <>
              <ActionButton
                variant="default"
                disabled={report.isUnknown || mayBeDone === 'send'}
                onClick={() => void start('make')}
                busy={isLoading}
              >
                {busyWith('make') ? copy.reissue.making : withoutSending}
              </ActionButton>
              <BusyButton
                busy={isLoading}
                disabled={report.isUnknown || mayBeDone === 'make'}
                label={copy.reissue.send}
                loadingLabel={busyWith('send') ? copy.reissue.sending : copy.reissue.send}
                onClick={() => void start('send')}
              />
            </>
          ) : (
            <BusyButton
              busy={isLoading}
              disabled={report.isUnknown}
              label={copy.reissue.make}
              loadingLabel={copy.reissue.making}
              onClick={() => void start('make')}
            />
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/**
 * The open report of a link, which is replaced only once it was shown. It is loaded here, because lists do not contain
 * its comment.
 */
function useReport({ id, problem: listed }: TokenInHand) {
  const { data, error } = useTokenQuery(id, { skip: !listed });
  useErrorToast(error, messages.token.loadDetailsFailed);
  const problem = data?.problem;
  return {
    at: problem?.reported_at,
    isUnknown: listed !== undefined && !data,
    notice: problem && (
      <Notice tone="warning">
        <Report problem={problem} comment={data.problemComment}>
          {copy.reissue.closesReport}
        </Report>
      </Notice>
    ),
  };
}

/**
 * Where the new link is sent; if nowhere, a sentence saying that no number is kept, unless one is kept for a scheduled
 * message.
 */
function contactFacts({ phoneEnding, emailHint, scheduled }: TokenInHand): [string, string][] {
  if (!phoneEnding && !emailHint) return scheduled ? [] : [[copy.reissue.phone, copy.reissue.noNumber]];
  return [
    ...(phoneEnding ? [[copy.reissue.textedTo, copy.reissue.ending(phoneEnding)] as [string, string]] : []),
    ...(emailHint ? [[copy.reissue.emailedTo, emailHint] as [string, string]] : []),
  ];
}

/** Shows a new link that was not sent, or whose text may have failed. */
export function MadeLink({
  made: { token, smsProblem },
  onClose,
}: {
  made: ReissueResponse;
  onClose: () => void;
}) {
  const { copyLink, byHand } = useCopyLink();
  return (
    <Dialog opened title={messages.token.reissued} onClose={onClose}>
      <Stack gap={16}>
        {smsProblem ? (
          <Notice tone="danger">
            {copy.reissue.unconfirmed(smsProblem)}{' '}
            {token.emailAddress && token.emailStatus && copy.reissue.alsoEmailed(token.emailAddress)}
          </Notice>
        ) : (
          <p style={{ margin: 0 }} role="status">
            {copy.reissue.made}
          </p>
        )}
        <code className={classes.link}>{uploadLink(token.token)}</code>
        {byHand}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" component={Link} to={paths.token.href(token.id)} onClick={onClose}>
            {copy.reissue.open}
          </Button>
          <Button data-autofocus onClick={() => void copyLink(token.token)}>
            {copy.reissue.copy}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
