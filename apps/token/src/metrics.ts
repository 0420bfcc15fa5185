import { counter } from '@caredrop/service-kit';

/** The service's metrics. No label ever holds an id or a name. */
export class TokenMetrics {
  readonly claims = counter('claims_total', 'Claims of upload links by outcome', ['outcome']);
  readonly settlements = counter(
    'claim_settlements_total',
    'Confirmed claims that had to be settled by asking the document service, by outcome',
    ['outcome'],
  );
  /** `valid`, or the code of the error. */
  readonly validations = counter('link_validations_total', 'Looks at upload links by outcome', ['outcome']);
}
