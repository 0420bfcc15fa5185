/**
 * What users have typed into forms, kept so that signing in again after the end of a session restores the form. Kept
 * only in memory, never in storage, because it is about patients. Each draft belongs to one user.
 */
const drafts = new Map<string, unknown>();

const keyOf = (userId: string, form: string) => `${userId}:${form}`;

export const keepDraft = (userId: string, form: string, values: unknown) =>
  void drafts.set(keyOf(userId, form), values);

export function readDraft<Values>(userId: string, form: string): Values | undefined {
  return drafts.get(keyOf(userId, form)) as Values | undefined;
}

export const dropDraft = (userId: string, form: string) => void drafts.delete(keyOf(userId, form));

/** Signing out is deliberate: no draft is kept. */
export const forgetDrafts = () => drafts.clear();
