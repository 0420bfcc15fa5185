import type { Team, TeamMember, User } from '@caredrop/contracts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { fullName } from '../../../shared/lib/format.js';
import { useAddMemberMutation, useRemoveMemberMutation } from '../../../shared/people/people.api.js';
import { ActionButton } from '../../../shared/ui/action-button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { toast } from '../../../shared/ui/toast.js';
import { useKeepFocus } from '../../../shared/ui/use-keep-focus.js';
import { byName } from '../by-name.js';
import { usePeopleQuery } from '../users.api.js';
import { copy as all } from './copy.js';
import classes from './teams.module.css';

const copy = all.members;
/** Maximum number of people shown by a search; typing more of a name finds the others. */
const maxFound = 6;

/** The members of a team. People are added and removed one by one; each change takes effect at once. */
export function MembersDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [add, adding] = useAddMemberMutation();
  const [remove, removing] = useRemoveMemberMutation();
  const busy = adding.isLoading || removing.isLoading;
  const keepFocus = useKeepFocus();
  const change = async (work: Promise<{ error?: unknown }>, done: string) => {
    const { error } = await work;
    if (error) toast.serverFirst(error, copy.failed);
    else toast.success(done, { after: copy.failed });
  };
  return (
    <Dialog opened title={copy.title(team.name)} onClose={onClose} size="lg">
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {copy.effect}
        </Text>
        <Search
          team={team}
          busy={busy}
          onAdd={(user) => void change(add({ teamId: team.id, userId: user.id }), copy.added(fullName(user)))}
        />
        <div {...keepFocus}>
          {team.members.length === 0 ? (
            <Text size="sm">{copy.none}</Text>
          ) : (
            <ul className={classes.people} aria-label={copy.list}>
              {team.members.map((member) => (
                <Person
                  key={member.id}
                  name={fullName(member)}
                  note={noteOf(member)}
                  action={copy.remove}
                  actionName={copy.removeName(fullName(member))}
                  busy={busy}
                  onClick={() =>
                    void change(
                      remove({ teamId: team.id, userId: member.id }),
                      copy.removed(fullName(member)),
                    )
                  }
                />
              ))}
            </ul>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {all.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const noteOf = ({ active, watching }: TeamMember): string =>
  active ? (watching ? '' : copy.notWatching) : copy.inactive;

interface SearchProps {
  team: Team;
  busy: boolean;
  onAdd: (user: User) => void;
}

function Search({ team, busy, onAdd }: SearchProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { data = [] } = usePeopleQuery();
  const found = text.trim() === '' ? null : matching(data, team, text);
  return (
    <div>
      <TextInput
        ref={input}
        label={copy.search}
        description={copy.searchHelp}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found?.length === 0 && (
        <Text size="sm" c="dimmed" mt={8} role="status">
          {copy.nobody}
        </Text>
      )}
      {found && found.length > 0 && (
        <ul className={classes.people} aria-label={copy.found}>
          {found.map((user) => (
            <Person
              key={user.id}
              name={fullName(user)}
              note={user.email}
              action={copy.add}
              actionName={copy.addName(fullName(user))}
              busy={busy}
              onClick={() => {
                onAdd(user);
                setText('');
                // The button that was pressed disappears.
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** People who can be added and whose name or email contains the text, ignoring case. */
function matching(people: User[], { members }: Team, text: string): User[] {
  const sought = text.trim().toLowerCase();
  const known = new Set(members.map(({ id }) => id));
  const offered = people.filter((user) => !user.disabled && !known.has(user.id));
  const found = offered.filter((user) => `${fullName(user)} ${user.email}`.toLowerCase().includes(sought));
  return byName(found).slice(0, maxFound);
}

interface PersonProps {
  name: string;
  note: string;
  action: string;
  actionName: string;
  busy: boolean;
  onClick: () => void;
}

function Person({ name, note, action, actionName, busy, onClick }: PersonProps) {
  return (
    <li className={classes.person}>
      <span className={classes.name}>
        {name}
        {note && <span className={classes.note}>{note}</span>}
      </span>
      <ActionButton variant="default" size="compact-md" aria-label={actionName} busy={busy} onClick={onClick}>
        {action}
      </ActionButton>
    </li>
  );
}
