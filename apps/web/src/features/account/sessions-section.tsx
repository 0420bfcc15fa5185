import { messages, type OwnSession } from '@caredrop/contracts';
import { Badge } from '@mantine/core';
import { ActionButton } from '../../shared/ui/action-button.js';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { useKeepFocus } from '../../shared/ui/use-keep-focus.js';
import { ExactTime, SinceTime } from '../../shared/ui/values.js';
import { useEndOtherSessionsMutation, useEndSessionMutation, useOwnSessionsQuery } from './account.api.js';
import classes from './account.module.css';
import { copy } from './copy.js';

/** Lists the account's sessions, with buttons that end all but the current one. */
export function SessionsSection() {
  const { data, error, isFetching, refetch } = useOwnSessionsQuery();
  useErrorToast(error, messages.sessions.loadFailed);
  return (
    <Section title={copy.sessions.title}>
      <Card narrow>
        {data && <Sessions sessions={data} />}
        {!data && isFetching && <ListSkeleton rows={3} />}
        {!data && error && !isFetching && (
          <ErrorState what={copy.sessions.title} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const others = sessions.filter(({ current }) => !current);
  const keepFocus = useKeepFocus();
  return (
    <div {...keepFocus}>
      <ul className={classes.list} aria-label={copy.sessions.title}>
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      <div className={classes.foot}>
        {others.length > 0 ? <EndOthers /> : <p className={classes.plain}>{copy.sessions.nowhereElse}</p>}
      </div>
    </div>
  );
}

function Row({ session }: { session: OwnSession }) {
  const [end, { isLoading }] = useEndSessionMutation();
  const device = session.device ?? copy.sessions.unknownDevice;
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
              {copy.sessions.thisDevice}
            </Badge>
          )}
        </p>
        {session.address && <p className={classes.facts}>{session.address}</p>}
        <p className={classes.facts}>
          {copy.sessions.signedIn} <ExactTime iso={session.signedInAt} />
          {!session.current && (
            <>
              {' '}
              · {copy.sessions.lastActive} <SinceTime iso={session.lastActiveAt} />
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <ActionButton
          variant="default"
          busy={isLoading}
          aria-label={copy.sessions.signOutOf(device, session.address ?? copy.sessions.unknownAddress)}
          onClick={() => void signOut()}
        >
          {isLoading ? copy.sessions.signingOut : copy.sessions.signOut}
        </ActionButton>
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
      label={copy.sessions.signOutOthers}
      loadingLabel={copy.sessions.signingOut}
      onClick={() => void signOut()}
    />
  );
}
