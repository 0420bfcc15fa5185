/**
 * What a person had typed when their session ended, kept in memory only (never in storage: it is about
 * patients) so that signing in again brings the form back as it was. Belongs to one user.
 */
const drafts = new Map<string, unknown>();

const keyOf = (userId: string, form: string) => `${userId}:${form}`;

export const keepDraft = (userId: string, form: string, values: unknown) =>
  void drafts.set(keyOf(userId, form), values);

export function readDraft<Values>(userId: string, form: string): Values | undefined {
  return drafts.get(keyOf(userId, form)) as Values | undefined;
}

export const dropDraft = (userId: string, form: string) => void drafts.delete(keyOf(userId, form));

/** Signing out is on purpose: nothing of this person's stays behind. */
export const forgetDrafts = () => drafts.clear();
