import { messages } from '@caredrop/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { signOut } from '../../shared/session/sign-out.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useExtendSessionMutation } from './session-time.api.js';
import { formatTimeLeft, isSameEnd, type Ending } from './time-left.js';
import { useEnding } from './use-ending.js';

/** The current time, updated every second from `since` on, and not before. */
function useTick(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === undefined) return;
    let every: ReturnType<typeof setInterval> | undefined;
    const begin = () => {
      setNow(Date.now());
      every = setInterval(() => setNow(Date.now()), 1000);
    };
    const timer = setTimeout(begin, Math.max(0, since - Date.now()));
    return () => {
      clearTimeout(timer);
      clearInterval(every);
    };
  }, [since]);
  return now;
}

/**
 * Warns before a session ends. If it would end because of inactivity, one click extends it (WCAG 2.2.1). Only the
 * server decides when it ends.
 */
export function SessionWarning() {
  const { ending, update } = useEnding();
  const now = useTick(ending?.warnAt);
  const [extend, { isLoading }] = useExtendSessionMutation();
  const [read, setRead] = useState<number | null>(null);

  if (!ending || now < ending.warnAt) return null;
  if (read !== null && isSameEnd(read, ending.endsAt)) return null;
  const stay = async () => {
    const { data, error } = await extend();
    if (data) update(data);
    else toast.failure(error, messages.auth.extendFailed);
  };
  return ending.extendable ? (
    <StillThere ending={ending} now={now} busy={isLoading} onStay={() => void stay()} />
  ) : (
    <LastMinutes ending={ending} now={now} onRead={() => setRead(ending.endsAt)} />
  );
}

interface Shown {
  ending: Ending;
  now: number;
}

function StillThere({ ending, now, busy, onStay }: Shown & { busy: boolean; onStay: () => void }) {
  return (
    <Dialog opened title={copy.extendable.title} busy={busy} onClose={onStay}>
      <Stack gap={20}>
        <Countdown ending={ending} now={now}>
          {copy.extendable.reason}
        </Countdown>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={busy} onClick={() => void signOut()}>
            {copy.extendable.signOut}
          </Button>
          <BusyButton
            busy={busy}
            focus
            label={copy.extendable.stay}
            loadingLabel={copy.extendable.staying}
            onClick={onStay}
          />
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Shown before the absolute limit, which cannot be extended: asks the user to finish and to sign in again. */
function LastMinutes({ ending, now, onRead }: Shown & { onRead: () => void }) {
  return (
    <Dialog opened title={copy.lastMinutes.title} onClose={onRead}>
      <Stack gap={20}>
        <Countdown ending={ending} now={now}>
          {copy.lastMinutes.reason}
        </Countdown>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onRead}>
            {copy.lastMinutes.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Screen readers announce the text when it changes, in the steps of `formatTimeLeft`. */
function Countdown({ ending, now, children }: Shown & { children: string }) {
  return (
    <p style={{ margin: 0 }}>
      {children}{' '}
      <span role="timer" aria-live="polite">
        {copy.countdown(formatTimeLeft(ending.endsAt - now))}
      </span>
    </p>
  );
}
