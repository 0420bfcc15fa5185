import { Counter } from 'prom-client';

export const claimsTotal = new Counter({
  name: 'claims_total',
  help: 'Claims of upload links by outcome',
  labelNames: ['outcome'],
});

export const settlementsTotal = new Counter({
  name: 'claim_settlements_total',
  help: 'Confirmed claims that had to be settled by asking the document service, by outcome',
  labelNames: ['outcome'],
});
