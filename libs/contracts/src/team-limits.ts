/** Limits for teams and covers, in a separate module that the patient's page does not load. */
export const teamLimits = {
  /** Maximum number of teams in one clinic, not counting archived ones. */
  most: 200,
  nameMax: 60,
  membersMax: 200,
  /**
   * Limits for the teams of one user and for the colleagues whom one user covers: both are part of each
   * internal call on behalf of the user.
   */
  teamsPerUserMax: 20,
  coversPerUserMax: 20,
  /** If fewer members than this watch a team, every member who can sign in is emailed about its documents. */
  enoughWatchers: 3,
  /** A cover must end within this many months and a day from now. */
  coverMonthsMax: 12,
} as const;
