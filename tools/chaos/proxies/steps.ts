import type { Match } from './watch.ts';

/** A step in the life of a document, and where it can be observed. */
export interface Step {
  proxy: string;
  match: Match;
  /** Reached only with a client that stops halfway. */
  halfway?: true;
}

const claim = /^POST \/internal\/claims HTTP/;
const confirm = /^POST \/internal\/claims\/[^/ ]+\/confirm /;
const renew = /^POST \/internal\/claims\/[^/ ]+\/renew /;
const put = /^PUT \/[^ ]*documents\//;
const commit = /\bCOMMIT\b/;
const ledger = /INSERT INTO ledger/;
const published = /upload\.completed/;
const endOfMail = /\r\n\.\r\n$/;

const documentToken = (at: Match['at'], seen: RegExp): Step => ({
  proxy: 'document>token',
  match: { at, seen },
});
const store = (at: Match['at']): Step => ({
  proxy: 'document>store',
  match: { at, seen: put, provisional: /^HTTP\/1\.1 100/ },
});
const database = (at: Match['at']): Step => ({
  proxy: 'document>postgres',
  match: { at, seen: commit, after: ledger },
});
const mail = (at: Match['at']): Step => ({ proxy: 'notification>smtp', match: { at, seen: endOfMail } });
const broker = (at: Match['at']): Step => ({ proxy: 'document>rabbitmq', match: { at, seen: published } });

/** The steps of an upload, in the order in which it reaches them, and that of a text. */
const steps = {
  'before claim': documentToken('request', claim),
  'after claim': documentToken('response', claim),
  'mid-body': { ...documentToken('response', claim), halfway: true },
  renewal: { ...documentToken('request', renew), halfway: true },
  scan: { proxy: 'document>scanner', match: { at: 'request', seen: /^zINSTREAM/ } },
  'before store': store('request'),
  'after store': store('response'),
  'before confirm': documentToken('request', confirm),
  'after confirm': documentToken('response', confirm),
  'before commit': database('request'),
  'after commit': database('response'),
  'before response': { proxy: 'gateway>document', match: { at: 'response', seen: /^POST \/upload / } },
  'before publish': broker('request'),
  'after publish': broker('response'),
  'before mail': mail('request'),
  'after mail': mail('response'),
  text: { proxy: 'notification>twilio', match: { at: 'response', seen: /^POST \/2010-04-01\// } },
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];
export const stepOf = (name: StepName): Step => steps[name];
