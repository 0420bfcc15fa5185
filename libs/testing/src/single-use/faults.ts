/** Faults that can be planted in the model, to check that the invariants detect them. */
export const faultNames = [
  'a confirmed claim can be taken over',
  'a confirmed link can be revoked',
  'a confirmed claim expires with its link',
  'a confirmation is answered before it is durable',
  'a commit does not check its attempt',
  'a commit is answered before it is durable',
  'a commit without a response counts as failed',
  'an upload commits without a confirmation',
  'a claim in doubt is released before it is settled',
  'a stale confirmation is released without asking the document service',
  'a confirmed claim is never settled',
  'objects of open attempts are purged',
  'the ledger accepts two entries of a link',
] as const;

export type Fault = (typeof faultNames)[number];
export type Faults = ReadonlySet<Fault>;
