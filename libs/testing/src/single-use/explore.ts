import { ends, keyOf, start, uploads, type State } from './state.js';
import { stepsFrom, type Settings } from './steps.js';

/** A condition that must hold in every state, as a sentence and as a rule that returns whether it holds. */
const invariants: Readonly<Record<string, (state: State) => boolean>> = {
  'a link never has two documents': ({ documents: [one, other] }) => !(one && other),
  'a used link has a document': ({ status, documents }) => status !== 'used' || documents.includes(true),
  'a link with a document is neither revoked nor expired': ({ status, documents }) =>
    !documents.includes(true) || status === 'active' || status === 'used',
  'a patient who was told "received" has a document in the clinic': ({ stages, documents }) =>
    !stages.includes('received') || documents.includes(true),
  'the document of a patient who was told "not sent" is not in the clinic': ({ stages, documents }) =>
    uploads.every((upload) => stages[upload] !== 'notSent' || !documents[upload]),
  'a document has its object': ({ documents, objects }) =>
    uploads.every((upload) => !documents[upload] || objects[upload]),
};

/** True when no upload runs and nothing is left to do: the link is used with a document, free, or ended. */
const isSettled = ({ status, stages, attempts, documents, confirmed, claim, leased, objects }: State) =>
  stages.every((stage) => stage === 'idle' || ends.has(stage)) &&
  attempts.every((attempt, upload) => attempt !== 'open' && (!objects[upload] || documents[upload])) &&
  (documents.includes(true) ? status === 'used' : !confirmed && (claim === null || !leased));

interface Violation {
  readonly invariant: string;
  /** The shortest path from the start to this state. */
  readonly trace: string[];
}

interface Exploration {
  readonly states: number;
  readonly violation: Violation | null;
}

interface Visited {
  readonly state: State;
  readonly from: number;
  readonly what: string;
}

/**
 * Visits every reachable state of the protocol, nearest first, until one violates an invariant. If none does, finds the
 * first from which the system cannot settle without help. `watched`: the invariants to check, all by
 * default.
 */
export function explore(settings: Settings, watched = Object.keys(invariants)): Exploration {
  const rules = Object.entries(invariants).filter(([name]) => watched.includes(name));
  const visited: Visited[] = [{ state: start, from: -1, what: 'start' }];
  const indexOf = new Map([[keyOf(start), 0]]);
  /** For each state, the indexes of the states from which the system reaches it without help. */
  const before: number[][] = [[]];
  for (let index = 0; index < visited.length; index += 1) {
    const { state } = visited[index]!;
    const broken = rules.find(([, holds]) => !holds(state));
    if (broken)
      return { states: visited.length, violation: { invariant: broken[0], trace: traceTo(visited, index) } };
    for (const { what, next, bySystem } of stepsFrom(state, settings)) {
      const key = keyOf(next);
      let found = indexOf.get(key);
      if (found === undefined) {
        found = visited.push({ state: next, from: index, what }) - 1;
        indexOf.set(key, found);
        before.push([]);
      }
      if (bySystem) before[found]!.push(index);
    }
  }
  const stuck = firstStuck(visited, before);
  const invariant = 'every link settles by itself';
  const violation = stuck === -1 ? null : { invariant, trace: traceTo(visited, stuck) };
  return { states: visited.length, violation };
}

/** Index of the first state from which the system cannot settle without help; -1 if there is none. */
function firstStuck(visited: readonly Visited[], before: readonly number[][]): number {
  const settles = visited.map(({ state }) => isSettled(state));
  const waiting = visited.flatMap((_, index) => (settles[index] ? [index] : []));
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    for (const earlier of before[index]!) {
      if (settles[earlier]) continue;
      settles[earlier] = true;
      waiting.push(earlier);
    }
  }
  return settles.indexOf(false);
}

function traceTo(visited: readonly Visited[], index: number): string[] {
  const trace: string[] = [];
  for (let at = index; at > 0; at = visited[at]!.from) trace.unshift(visited[at]!.what);
  return trace;
}
