import { messages, type SecondFactor } from '@caredrop/contracts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../shared/lib/format-time.js';
import { Facts } from '../../shared/ui/facts.js';
import { Notice } from '../../shared/ui/notice.js';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { copy } from './copy.js';
import { RenewCodesDialog } from './renew-codes-dialog.js';
import { useSecondFactorQuery } from './second-factor.api.js';
import classes from './second-factor.module.css';
import { SetUpDialog } from './set-up-dialog.js';
import { TurnOffDialog } from './turn-off-dialog.js';

const fewCodes = 3;

/** The section on /account-security. */
export function SecondFactorSection() {
  const { data, error, isFetching, refetch } = useSecondFactorQuery();
  useErrorToast(error, messages.secondFactor.loadFailed);
  return (
    <Section title={copy.section.title}>
      <Card narrow>
        {data && <Present factor={data} unread={error !== undefined} />}
        {!data && isFetching && <ListSkeleton rows={3} />}
        {error && !isFetching && (
          <ErrorState what={copy.section.what} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Section>
  );
}

type Open = 'set up' | 'replace' | 'renew' | 'turn off' | null;

interface PresentProps {
  factor: SecondFactor;
  /** The last read failed, so the factor may have changed and is not shown. */
  unread: boolean;
}

function Present({ factor, unread }: PresentProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Stack gap={16}>
      {!unread && (factor.enabled ? <On factor={factor} onOpen={setOpen} /> : <Off onOpen={setOpen} />)}
      {open === 'set up' && <SetUpDialog replacing={false} onClose={close} />}
      {open === 'replace' && <SetUpDialog replacing onClose={close} />}
      {open === 'renew' && <RenewCodesDialog onClose={close} />}
      {open === 'turn off' && <TurnOffDialog onClose={close} />}
    </Stack>
  );
}

function Off({ onOpen }: { onOpen: (dialog: Open) => void }) {
  return (
    <>
      <p className={classes.plain}>{copy.section.off}</p>
      <div className={classes.actions}>
        <Button onClick={() => onOpen('set up')}>{copy.setUp}</Button>
      </div>
    </>
  );
}

function On({ factor, onOpen }: { factor: SecondFactor; onOpen: (dialog: Open) => void }) {
  const { enabledAt, recoveryCodesLeft, required } = factor;
  return (
    <>
      <Facts
        facts={[
          [copy.section.status, copy.section.on],
          [copy.section.since, enabledAt ? formatTime(enabledAt) : '–'],
          [copy.section.codesLeft, String(recoveryCodesLeft)],
        ]}
      />
      {recoveryCodesLeft <= fewCodes && <Notice tone="warning">{copy.section.fewCodes}</Notice>}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onOpen('replace')}>
          {copy.replace}
        </Button>
        <Button variant="default" onClick={() => onOpen('renew')}>
          {copy.renew}
        </Button>
        {!required && (
          <Button variant="default" onClick={() => onOpen('turn off')}>
            {copy.turnOff}
          </Button>
        )}
      </div>
      {required && <p className={classes.muted}>{copy.section.required}</p>}
    </>
  );
}
