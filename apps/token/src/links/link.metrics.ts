import { counter } from '@caredrop/service-kit';

/** `valid`, or the code of the error. */
export const validationsTotal = counter('link_validations_total', 'Looks at upload links by outcome', [
  'outcome',
]);
