import { messages, type SecondFactor } from '@caredrop/contracts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../shared/lib/format-time.js';
import { Facts } from '../../shared/ui/facts.js';
import { Notice } from '../../shared/ui/notice.js';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
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
    <Section title="Second factor">
      <Card narrow>
        {data && <Present factor={data} />}
        {!data && isFetching && <ListSkeleton rows={3} />}
        {!data && error && !isFetching && (
          <ErrorState what="Your second factor" onRetry={() => void refetch()} />
        )}
      </Card>
    </Section>
  );
}

type Open = 'set up' | 'replace' | 'renew' | 'turn off' | null;

function Present({ factor }: { factor: SecondFactor }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Stack gap={16}>
      {factor.enabled ? <On factor={factor} onOpen={setOpen} /> : <Off onOpen={setOpen} />}
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
      <p className={classes.plain}>
        Not set up. With it, signing in takes a code from an app on your phone as well as your password, so
        that a stolen password is not enough.
      </p>
      <div className={classes.actions}>
        <Button onClick={() => onOpen('set up')}>Set up a second factor</Button>
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
          ['Status', 'On'],
          ['Since', enabledAt ? formatTime(enabledAt) : '–'],
          ['Recovery codes left', String(recoveryCodesLeft)],
        ]}
      />
      {recoveryCodesLeft <= fewCodes && (
        <Notice tone="warning">Few recovery codes are left. Make new ones before you need them.</Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onOpen('replace')}>
          Use another phone
        </Button>
        <Button variant="default" onClick={() => onOpen('renew')}>
          Make new recovery codes
        </Button>
        {!required && (
          <Button variant="default" onClick={() => onOpen('turn off')}>
            Turn off
          </Button>
        )}
      </div>
      {required && <p className={classes.muted}>Your clinic asks for it, so it stays on.</p>}
    </>
  );
}
