import { messages, type OwnSession } from '@caredrop/contracts';
import { Badge, Button } from '@mantine/core';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { BusyButton } from '../../shared/ui/dialog.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { ExactTime, SinceTime } from '../../shared/ui/values.js';
import { useEndOtherSessionsMutation, useEndSessionMutation, useOwnSessionsQuery } from './account.api.js';
import classes from './account.module.css';

/** Where the account is signed in, with a button to sign out there. */
export function SessionsSection() {
  const { data, error, isFetching, refetch } = useOwnSessionsQuery();
  useErrorToast(error, messages.sessions.loadFailed);
  return (
    <Section title="Your sessions">
      <Card narrow>
        {data && <Sessions sessions={data} />}
        {!data && isFetching && <ListSkeleton rows={3} />}
        {!data && error && !isFetching && <ErrorState what="Your sessions" onRetry={() => void refetch()} />}
      </Card>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className={classes.list} aria-label="Your sessions">
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      <div className={classes.foot}>
        {others.length > 0 ? <EndOthers /> : <p className={classes.plain}>You are signed in nowhere else.</p>}
      </div>
    </>
  );
}

function Row({ session }: { session: OwnSession }) {
  const [end, { isLoading }] = useEndSessionMutation();
  const device = session.device ?? 'Unknown device';
  const signOut = async () => {
    const { error } = await end(session.id);
    if (error) toast.failure(error, messages.sessions.endFailed);
    else toast.success(messages.sessions.ended);
  };
  return (
    <li className={classes.session}>
      <div className={classes.about}>
        <p className={classes.device}>
          {device}{' '}
          {session.current && (
            <Badge component="span" variant="light" tt="none">
              This device
            </Badge>
          )}
        </p>
        {session.address && <p className={classes.facts}>{session.address}</p>}
        <p className={classes.facts}>
          Signed in <ExactTime iso={session.signedInAt} />
          {!session.current && (
            <>
              {' '}
              · Last active <SinceTime iso={session.lastActiveAt} />
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="default"
          disabled={isLoading}
          aria-label={`Sign out there: ${device}, ${session.address ?? 'unknown address'}`}
          onClick={() => void signOut()}
        >
          {isLoading ? 'Signing out...' : 'Sign out there'}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const [end, { isLoading }] = useEndOtherSessionsMutation();
  const signOut = async () => {
    const { error } = await end();
    if (error) toast.failure(error, messages.sessions.endFailed);
    else toast.success(messages.sessions.othersEnded);
  };
  return (
    <BusyButton
      busy={isLoading}
      label="Sign out everywhere else"
      loadingLabel="Signing out..."
      onClick={() => void signOut()}
    />
  );
}
