import { auditActions, type AuditEntry } from '@caredrop/contracts';
import { actionLabel, codeLabel, reasonLabel, sentenceOf, copy } from './copy.js';

const dora = '00000000-0000-4000-8000-00000000000d';
const ben = '00000000-0000-4000-8000-00000000000b';
const team = '00000000-0000-4000-8000-00000000000e';
const nameOf = (id: string) =>
  ({ [dora]: 'Dora Field', [ben]: 'Ben Silva', [team]: 'Cardiology' })[id] ?? null;

const entry = (part: Partial<AuditEntry>): AuditEntry => ({
  seq: 1,
  id: dora,
  source: 'auth',
  action: 'session.sign_in',
  outcome: 'success',
  reason: null,
  actor: { kind: 'user', id: dora, role: 'admin' },
  subject: null,
  related: [],
  from: null,
  requestId: 'r-1',
  codes: [],
  count: 1,
  settings: null,
  at: '2026-11-21T10:00:00.000Z',
  recordedAt: '2026-11-21T10:00:00.000Z',
  ...part,
});

test.each([
  ['Dora Field signed in', {}],
  [
    'Dora Field disabled the account of Ben Silva',
    { action: 'user.disable', subject: { kind: 'user', id: ben } },
  ],
  ['Dora Field tried to sign in', { outcome: 'refused' }],
  [
    'A patient sent a document',
    { action: 'document.upload', actor: { kind: 'patient', id: null, role: null } },
  ],
  [
    'Someone not signed in tried to open an upload link, 980 times',
    {
      action: 'link.validate',
      outcome: 'refused',
      count: 980,
      actor: { kind: 'anonymous', id: null, role: null },
    },
  ],
  [
    'Dora Field downloaded 2 documents as a zip',
    { action: 'document.download_zip', related: [ben, dora].map((id) => ({ kind: 'document', id })) },
  ],
  [
    'Dora Field listed everyone’s documents, 39 times',
    { action: 'document.list_all', codes: ['rows_12'], count: 39 },
  ],
  [
    'Dora Field added Ben Silva to the team Cardiology',
    {
      action: 'team.member_added',
      subject: { kind: 'team', id: team },
      related: [{ kind: 'user', id: ben }],
    },
  ],
  [
    'Dora Field handed over the upload links of Ben Silva to Dora Field and Cardiology',
    {
      action: 'user.hand_over_links',
      subject: { kind: 'user', id: ben },
      related: [
        { kind: 'user', id: dora },
        { kind: 'team', id: team },
      ],
    },
  ],
  [
    'The link service closed an expired upload link',
    { action: 'token.expire', source: 'token', actor: { kind: 'system', id: null, role: null } },
  ],
  [
    'Someone whose name is not known signed out',
    { action: 'session.sign_out', actor: { kind: 'user', id: 'x', role: 'user' } },
  ],
] as [string, Partial<AuditEntry>][])('an audit entry reads: %s', (sentence, part) => {
  expect(sentenceOf(entry(part), nameOf)).toBe(sentence);
});

test.each([
  ['success', 'Dora Field did something that this page does not know (document.teleport)'],
  ['refused', 'Dora Field tried to do something that this page does not know (document.teleport)'],
] as const)(
  'an entry of a newer version with an unknown action (%s) is shown with its code',
  (outcome, sentence) => {
    const unknown = { ...entry({ outcome }), action: 'document.teleport' } as unknown as AuditEntry;
    expect(sentenceOf(unknown, nameOf)).toBe(sentence);
  },
);

test('every audit action has a text and a unique label', () => {
  for (const action of auditActions) expect(copy.actions[action].done).not.toBe('');
  const labels = auditActions.map(actionLabel);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.join()).not.toMatch(/[{}_]/);
});

test('a known reason has a text, and an unknown one is shown without underscores', () => {
  expect(reasonLabel('invalid_credentials')).toBe('wrong email or password');
  expect(reasonLabel('some_new_reason')).toBe('some new reason');
  expect(['role_admin', 'PUBLIC_URL'].map(codeLabel)).toEqual(['role admin', 'PUBLIC_URL']);
});
