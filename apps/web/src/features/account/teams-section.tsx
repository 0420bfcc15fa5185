import { messages, teamLimits, type Team } from '@caredrop/contracts';
import { Badge, Switch } from '@mantine/core';
import { fullName } from '../../shared/lib/format.js';
import { useOwnTeamsQuery, useWatchTeamMutation } from '../../shared/people/people.api.js';
import { useUser } from '../../shared/session/use-session.js';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import classes from './account.module.css';
import { copy as all } from './people-copy.js';

const copy = all.teams;

/** Lists the user's teams, and lets the user choose whether to be sent emails about their documents. */
export function TeamsSection() {
  const { data, error, isFetching, refetch } = useOwnTeamsQuery();
  return (
    <Section title={copy.title}>
      <Card narrow>
        {data?.length === 0 && <p className={classes.plain}>{copy.none}</p>}
        {data && data.length > 0 && (
          <ul className={classes.list} aria-label={copy.title}>
            {data.map((team) => (
              <Row key={team.id} team={team} />
            ))}
          </ul>
        )}
        {!data && isFetching && <ListSkeleton rows={2} />}
        {!data && error && !isFetching && (
          <ErrorState what={copy.what} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Section>
  );
}

function Row({ team }: { team: Team }) {
  const user = useUser();
  const [watch, { isLoading }] = useWatchTeamMutation();
  const watching = team.members.some((member) => member.id === user?.id && member.watching);
  const choose = async (wanted: boolean) => {
    const { error } = await watch({ id: team.id, watching: wanted });
    if (error) toast.serverFirst(error, messages.preferences.saveFailed);
    else toast.success(messages.preferences.saved, { after: messages.preferences.saveFailed });
  };
  return (
    <li className={classes.session}>
      <div className={classes.about}>
        <p className={classes.device}>
          {team.name}{' '}
          {team.archived && (
            <Badge component="span" variant="light" color="gray" tt="none">
              {copy.archived}
            </Badge>
          )}
        </p>
        <p className={classes.facts}>{copy.members(team.members.map(fullName).join(', '))}</p>
        {team.watchers < teamLimits.enoughWatchers && (
          <p className={classes.facts}>{copy.fewWatch(teamLimits.enoughWatchers)}</p>
        )}
      </div>
      <Switch
        label={copy.watch}
        aria-label={copy.watchOf(team.name)}
        checked={watching}
        disabled={isLoading}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </li>
  );
}
