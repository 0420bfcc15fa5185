import type { Colleague, Team, User } from '@caredrop/contracts';
import { NativeSelect } from '@mantine/core';
import { fullName } from '../../../shared/lib/format.js';
import { KEEP, type Choice } from './assignment.js';
import { copy } from './copy.js';

interface Props {
  choice: Choice;
  me: User;
  colleagues: Colleague[];
  /** The teams that a link can be moved to. */
  teams: Team[];
  /** What *No change* means for clinician and team; blank for several links, because it may differ between them. */
  unchanged: { owner: string; team: string };
  /** Whether *Me* is offered: if a link belongs to a colleague. */
  offersMe: boolean;
  /** Whether *No team* is offered: if a link has a team. */
  offersNoTeam: boolean;
  disabled: boolean;
  onChange: (choice: Choice) => void;
}

/** The fields for the clinician and the team to whom links are assigned. */
export function AssignFields(props: Props) {
  const { choice, me, colleagues, teams, unchanged, offersMe, offersNoTeam, disabled, onChange } = props;
  return (
    <>
      <NativeSelect
        label={copy.owner}
        data={[
          { value: '', label: copy.unchanged(unchanged.owner) },
          ...(offersMe ? [{ value: me.id, label: copy.me }] : []),
          ...colleagues.map((colleague) => ({ value: colleague.id, label: fullName(colleague) })),
        ]}
        disabled={disabled}
        value={choice.userId}
        onChange={(event) => onChange({ ...choice, userId: event.currentTarget.value })}
      />
      {(teams.length > 0 || offersNoTeam) && (
        <NativeSelect
          label={copy.field.label}
          data={[
            { value: KEEP, label: copy.unchanged(unchanged.team) },
            ...(offersNoTeam ? [{ value: '', label: copy.noTeam }] : []),
            ...teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          disabled={disabled}
          value={choice.teamId}
          onChange={(event) => onChange({ ...choice, teamId: event.currentTarget.value })}
        />
      )}
    </>
  );
}
