import { counter } from '@caredrop/service-kit';

export const claimsTotal = counter('claims_total', 'Claims of upload links by outcome', ['outcome']);

export const settlementsTotal = counter(
  'claim_settlements_total',
  'Confirmed claims that had to be settled by asking the document service, by outcome',
  ['outcome'],
);

/** `valid`, or the code of the error. */
export const validationsTotal = counter('link_validations_total', 'Looks at upload links by outcome', [
  'outcome',
]);
