import {
  isDict,
  isRef,
  PdfUncheckable,
  possible,
  type PdfDict,
  type PdfName,
  type PdfValue,
} from './pdf-values.js';

/** Events of a document, page, annotation or field that trigger an action without a click on a link. */
const triggers: PdfName[] = '/O /C /E /X /D /U /Fo /Bl /PO /PC /PV /PI /K /F /V /WC /WS /DS /WP /DP'.split(
  ' ',
) as PdfName[];
/** Far more than any ordinary file within the upload limit contains, all versions counted. */
const MOST_OBJECTS = 500_000;
/** Likewise, for the references to be followed. */
const MOST_REFERENCES = 4_000_000;

/** Stands for every object without a readable number. */
const UNNUMBERED = -1;

/** What an object does if a viewer performs it as an action. */
interface Steps {
  /** The action opens a URL. */
  opens: boolean;
  /** Numbers of the objects performed together with it. */
  actions: number[];
  /** Numbers of the objects that `/Next` refers to. There, an array is a list of actions; elsewhere it is a destination. */
  lists: number[];
  /** The content of an array, in case it is such a list. */
  items: Steps | null;
}

/**
 * Finds URLs that open automatically: through an `/OpenAction`, an additional action (`/AA`), or any action
 * that such an action performs next. A link that needs a click does not count. Objects are known by number
 * only when the whole file has been read.
 */
export class AutomaticActions {
  private readonly objects = new Map<number, Steps[]>();
  /** The number of all versions in `objects`. */
  private versions = 0;
  /** The number of all references in `objects`. */
  private references = 0;
  private readonly start = noSteps();

  onDict(dict: PdfDict): void {
    for (const key of ['/OpenAction', '/AA'] as const)
      for (const value of possible(dict.get(key))) addAction(this.start, value);
    if (referencesIn(this.start) > MOST_REFERENCES) throw new PdfUncheckable('too many actions');
  }

  /**
   * Called for every version of an object. An object without a readable number may be the one that is
   * referenced.
   */
  onObject(id: number | null, value: PdfValue): void {
    const number = id ?? UNNUMBERED;
    const steps = compact(stepsOf(value));
    if (!leadsAnywhere(steps)) return;
    const known = this.objects.get(number);
    if (known) known.push(steps);
    else this.objects.set(number, [steps]);
    this.versions += 1;
    this.references += referencesIn(steps);
    if (this.versions > MOST_OBJECTS || this.references > MOST_REFERENCES)
      throw new PdfUncheckable('too many objects');
  }

  /** Whether a URL opens without a click. */
  found(): boolean {
    const seen = new Set<number>();
    const waiting = [this.start];
    if (this.start.actions.length + this.start.lists.length > 0)
      this.addVersions(waiting, UNNUMBERED, true, seen);
    for (let steps = waiting.pop(); steps; steps = waiting.pop()) {
      if (steps.opens) return true;
      for (const number of steps.actions) this.addVersions(waiting, number, false, seen);
      for (const number of steps.lists) this.addVersions(waiting, number, true, seen);
    }
    return false;
  }

  /** Pushes one by one: an object can have more versions than a call can have arguments. */
  private addVersions(waiting: Steps[], number: number, asList: boolean, seen: Set<number>): void {
    const versions = this.objects.get(number);
    const key = 2 * number + Number(asList);
    if (!versions || seen.has(key)) return;
    seen.add(key);
    for (const steps of versions) {
      waiting.push(steps);
      if (asList && steps.items) waiting.push(steps.items);
    }
  }
}

const noSteps = (): Steps => ({ opens: false, actions: [], lists: [], items: null });
const leadsAnywhere = ({ opens, actions, lists, items }: Steps): boolean =>
  opens || actions.length > 0 || lists.length > 0 || items !== null;

const referencesIn = ({ actions, lists, items }: Steps): number =>
  actions.length + lists.length + (items ? referencesIn(items) : 0);

const none: number[] = [];
/** Copies without the spare capacity of arrays: a file can contain half a million of them. */
const compact = ({ opens, actions, lists, items }: Steps): Steps => ({
  opens,
  actions: actions.length > 0 ? actions.slice() : none,
  lists: lists.length > 0 ? lists.slice() : none,
  items: items && compact(items),
});

function stepsOf(value: PdfValue): Steps {
  const steps = noSteps();
  addAction(steps, value);
  if (Array.isArray(value)) {
    const items = noSteps();
    for (const item of value) addAction(items, item);
    if (leadsAnywhere(items)) steps.items = items;
  }
  return steps;
}

function addAction(steps: Steps, value: PdfValue): void {
  if (isRef(value)) steps.actions.push(value.object);
  if (!isDict(value)) return;
  if (value.has('/URI')) steps.opens = true;
  for (const key of triggers) for (const action of possible(value.get(key))) addAction(steps, action);
  for (const next of possible(value.get('/Next'))) {
    if (isRef(next)) steps.lists.push(next.object);
    for (const action of Array.isArray(next) ? next : [next]) addAction(steps, action);
  }
}
