import { z } from 'zod';
import { personSchema, textInOrder } from '../common.js';
import { keys } from '../error-keys.js';
import { teamLimits } from '../team-limits.js';

const teamName = textInOrder({ error: keys.team_name_required })
  .min(1, keys.team_name_required)
  .max(teamLimits.nameMax, keys.too_long);

export const teamBody = z.object({ name: teamName });
export const addMemberBody = z.object({ userId: z.uuid() });
export const watchTeamBody = z.object({ watching: z.boolean() });

const teamMemberSchema = personSchema.extend({
  id: z.uuid(),
  /** Whether the member wants emails about the team's documents. */
  watching: z.boolean(),
  /**
   * Whether the member can sign in: not disabled, and the invitation accepted. Only such members are sent
   * emails.
   */
  active: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

const teamSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** No new link can be made for an archived team. Its members keep its links. */
  archived: z.boolean(),
  /** Sorted by name. */
  members: z.array(teamMemberSchema),
  /**
   * Number of active members who watch. While there are fewer than `teamLimits.enoughWatchers`, all active
   * members are sent emails.
   */
  watchers: z.number().int(),
});
export type Team = z.infer<typeof teamSchema>;

/** Sorted by name. The caller's own teams include archived ones; the list for administrators does not. */
export const teamsResponse = z.object({ teams: z.array(teamSchema) });
export const teamResponse = z.object({ team: teamSchema });

const colleagueSchema = personSchema.extend({ id: z.uuid() });
export type Colleague = z.infer<typeof colleagueSchema>;
/** Every other user who can sign in, sorted by name. */
export const colleaguesResponse = z.object({ colleagues: z.array(colleagueSchema) });
