/** Limits of teams and covers: in a separate module, which the patient's page does not load. */
export const teamLimits = {
  /** Of one clinic, without archived ones. */
  most: 200,
  nameMax: 60,
  membersMax: 200,
  /** Teams of one user, and colleagues for whom one user stands in: both are part of each internal call of the user. */
  teamsPerUserMax: 20,
  coversPerUserMax: 20,
  /** While fewer members watch a team, all of them are sent an email about its documents. */
  enoughWatchers: 3,
  /** How long one cover may last. */
  coverMonthsMax: 12,
} as const;
