import { explore } from './explore.js';
import { faultNames, type Fault } from './faults.js';

/** The first invariant that each planted fault breaks; null if none. */
const broken: Record<Fault, string | null> = {
  'a confirmed claim can be taken over': 'a link with a document is neither revoked nor expired',
  'a confirmed link can be revoked': 'a link with a document is neither revoked nor expired',
  'a confirmed claim expires with its link': 'a link with a document is neither revoked nor expired',
  'a confirmation is answered before it is durable': 'a link with a document is neither revoked nor expired',
  'a commit does not check its attempt':
    'the document of a patient who was told "not sent" is not in the clinic',
  'a commit is answered before it is durable':
    'a patient who was told "received" has a document in the clinic',
  'a commit without a response counts as failed':
    'the document of a patient who was told "not sent" is not in the clinic',
  'an upload commits without a confirmation': 'a link with a document is neither revoked nor expired',
  'a claim in doubt is released before it is settled':
    'a link with a document is neither revoked nor expired',
  'a stale confirmation is released without asking the document service':
    'a link with a document is neither revoked nor expired',
  'a confirmed claim is never settled': 'every link settles by itself',
  'objects of open attempts are purged': 'a document has its object',
  // Claims, confirmations and attempts already let only one upload commit: the ledger is the second guard.
  'the ledger accepts two entries of a link': null,
};

const both = [
  ['two people', false],
  ['one patient who tries again', true],
] as const;

describe.each(both)('the single-use protocol with two uploads by %s', (_who, sameKey) => {
  it('the protocol keeps its invariants in every order of events, crashes and late calls', () => {
    const { states, violation } = explore({ sameKey, faults: new Set() });
    expect(violation).toBeNull();
    // Guards against a change that makes the model trivial.
    expect(states).toBeGreaterThan(90_000);
  });

  it.each(faultNames)(
    'the fault "%s" breaks the expected invariant, or none if none is expected',
    (fault) => {
      const { violation } = explore({ sameKey, faults: new Set([fault]) });
      expect(violation?.invariant ?? null).toBe(broken[fault]);
    },
  );
});

describe('a counterexample', () => {
  it('the ledger prevents a second document even if a confirmed claim can be taken over', () => {
    const takenOver: Fault = 'a confirmed claim can be taken over';
    const twice = ['a link never has two documents'];
    const documents = (...faults: Fault[]) => explore({ sameKey: false, faults: new Set(faults) }, twice);
    expect(documents(takenOver).violation?.invariant).not.toBe(twice[0]);
    const both = documents(takenOver, 'the ledger accepts two entries of a link');
    expect(both.violation?.invariant).toBe(twice[0]);
  });

  it('a counterexample is the shortest sequence of events that breaks the invariant', () => {
    const faults = new Set<Fault>(['a commit without a response counts as failed']);
    expect(explore({ sameKey: false, faults }).violation?.trace).toEqual([
      'upload 1 writes its attempt and asks for the claim',
      'upload 1 gets the claim',
      'upload 1 stores its object',
      'upload 1 asks for the confirmation',
      'upload 1 is confirmed',
      'upload 1 gets no response to its commit',
      'a late commit of upload 1 takes effect',
    ]);
  });
});
