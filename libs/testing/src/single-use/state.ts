/** The two uploads of the model. Two are enough: only the holder and one other upload compete for a claim. */
export const uploads = [0, 1] as const;
export type Upload = (typeof uploads)[number];

type LinkStatus = 'active' | 'used' | 'revoked' | 'expired';

/** A row of `attempts`; `none` means not written yet, or deleted. */
type Attempt = 'none' | 'open' | 'abandoned' | 'completed';

/**
 * The stage of an upload. It ends with the response that its patient gets: `received`, `notSent`, or
 * `unknown` ("try again"). It ends as `dead`, without a response, when its process is killed.
 */
export type Stage =
  | 'idle'
  | 'claiming'
  | 'claimed'
  | 'stored'
  | 'confirming'
  | 'committing'
  | 'inDoubt'
  | 'abandoning'
  | 'received'
  | 'notSent'
  | 'unknown'
  | 'dead';

export const ends: ReadonlySet<Stage> = new Set(['received', 'notSent', 'unknown', 'dead']);

/** A call that was sent may take effect at any later time, and more than once. */
export type Call = 'claim' | 'renew' | 'confirm' | 'release' | 'commit';

/** The state of the two databases, the object store, the network and the two uploads. */
export interface State {
  readonly status: LinkStatus;
  /** The upload that holds the link's claim; it stays when the lease has ended. */
  readonly claim: Upload | null;
  readonly leased: boolean;
  readonly confirmed: boolean;
  /** Whether the clock has passed the link's expiry. */
  readonly pastExpiry: boolean;
  readonly attempts: readonly [Attempt, Attempt];
  /** The documents that were committed with their ledger entry. Their events can be delivered at any time. */
  readonly documents: readonly [boolean, boolean];
  readonly objects: readonly [boolean, boolean];
  readonly sent: readonly [ReadonlySet<Call>, ReadonlySet<Call>];
  readonly stages: readonly [Stage, Stage];
  /**
   * Changes that were written, but would be lost if the database crashed now. Always empty while commits are
   * synchronous.
   */
  readonly unflushed: { readonly commit: Upload | null; readonly confirmation: boolean };
}

const none: ReadonlySet<Call> = new Set();

export const start: State = {
  status: 'active',
  claim: null,
  leased: false,
  confirmed: false,
  pastExpiry: false,
  attempts: ['none', 'none'],
  documents: [false, false],
  objects: [false, false],
  sent: [none, none],
  stages: ['idle', 'idle'],
  unflushed: { commit: null, confirmation: false },
};

/** Returns the same text for the same state. */
export function keyOf({ sent, unflushed, ...state }: State): string {
  const calls = sent.map((set) => [...set].toSorted().join('+'));
  return [...Object.values(state), ...calls, unflushed.commit, unflushed.confirmation].join(' ');
}

/** Replaces the value of one upload. */
export function at<Value>(pair: readonly [Value, Value], upload: Upload, value: Value): [Value, Value] {
  return upload === 0 ? [value, pair[1]] : [pair[0], value];
}

export const send = (state: State, upload: Upload, call: Call): State => ({
  ...state,
  sent: at(state.sent, upload, new Set([...state.sent[upload], call])),
});

export const toStage = (state: State, upload: Upload, stage: Stage): State => ({
  ...state,
  stages: at(state.stages, upload, stage),
});
