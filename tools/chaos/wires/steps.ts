import type { Match } from './watch.ts';

/** A step in the life of a document, and where it can be observed. */
export interface Step {
  wire: string;
  match: Match;
  /** Reached only with a client that stops halfway. */
  halfway?: true;
}

const claim = /^POST \/internal\/claims HTTP/;
const confirm = /^POST \/internal\/claims\/[^/ ]+\/confirm /;
const renew = /^POST \/internal\/claims\/[^/ ]+\/renew /;
const complete = /^POST \/internal\/claims\/[^/ ]+\/complete /;
const put = /^PUT \/[^ ]*documents\//;
const commit = /\bCOMMIT\b/;
const ledger = /INSERT INTO ledger/;
const published = /upload\.completed/;
const endOfMail = /\r\n\.\r\n$/;

const documentToken = (at: Match['at'], seen: RegExp): Step => ({
  wire: 'document>token',
  match: { at, seen },
});
const store = (at: Match['at']): Step => ({
  wire: 'document>store',
  match: { at, seen: put, notYet: /^HTTP\/1\.1 100/ },
});
const database = (at: Match['at']): Step => ({
  wire: 'document>postgres',
  match: { at, seen: commit, after: ledger },
});
const mail = (at: Match['at']): Step => ({ wire: 'notification>smtp', match: { at, seen: endOfMail } });
const broker = (at: Match['at']): Step => ({ wire: 'document>rabbitmq', match: { at, seen: published } });

/** In the order in which an upload reaches them. */
export const steps = {
  'before claim': documentToken('request', claim),
  'after claim': documentToken('answer', claim),
  'mid-body': { ...documentToken('answer', claim), halfway: true },
  renewal: { ...documentToken('request', renew), halfway: true },
  scan: { wire: 'document>scanner', match: { at: 'request', seen: /^zINSTREAM/ } },
  'before store': store('request'),
  'after store': store('answer'),
  'before confirm': documentToken('request', confirm),
  'after confirm': documentToken('answer', confirm),
  'before commit': database('request'),
  'after commit': database('answer'),
  'before answer': { wire: 'gateway>document', match: { at: 'answer', seen: /^POST \/upload / } },
  completion: documentToken('request', complete),
  'before publish': broker('request'),
  'after publish': broker('answer'),
  'before mail': mail('request'),
  'after mail': mail('answer'),
  text: { wire: 'notification>twilio', match: { at: 'answer', seen: /^POST \/2010-04-01\// } },
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];
export const stepOf = (name: StepName): Step => steps[name];
