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
/** Far more than any ordinary file within the upload limit contains, counting all versions. */
const MAX_OBJECTS = 500_000;
/** Likewise, for the references to follow. */
const MAX_REFERENCES = 4_000_000;

/** Stands for every object without a readable number. */
const UNNUMBERED = -1;

/** What an object does if a viewer performs it as an action. */
interface ActionEffects {
  /** The action opens a URL. */
  opens: boolean;
  /** Numbers of the objects performed together with it. */
  actions: number[];
  /** Numbers of the objects that `/Next` refers to. There, an array is a list of actions; elsewhere it is a destination. */
  lists: number[];
  /** The content of an array, in case it is such a list. */
  items: ActionEffects | null;
}

/**
 * Finds URLs that open automatically: through an `/OpenAction`, an additional action (`/AA`), or any action that such
 * an action performs next. A link that needs a click does not count. Objects can be looked up by number only once the
 * whole file has been read.
 */
export class AutomaticActions {
  private readonly objects = new Map<number, ActionEffects[]>();
  /** The number of all versions in `objects`. */
  private versions = 0;
  /** The number of all references in `objects`. */
  private references = 0;
  private readonly start = noEffects();

  /** Collects what the dictionary performs by itself. Throws PdfUncheckable when the file has too many actions. */
  onDict(dict: PdfDict): void {
    for (const key of ['/OpenAction', '/AA'] as const)
      for (const value of possible(dict.get(key))) addAction(this.start, value);
    if (referencesIn(this.start) > MAX_REFERENCES) throw new PdfUncheckable('too many actions');
  }

  /**
   * Called for every version of an object. An object without a readable number may be the one that is
   * referenced. Throws PdfUncheckable when the file has too many objects.
   */
  onObject(id: number | null, value: PdfValue): void {
    const number = id ?? UNNUMBERED;
    const effects = compact(effectsOf(value));
    if (!leadsAnywhere(effects)) return;
    const known = this.objects.get(number);
    if (known) known.push(effects);
    else this.objects.set(number, [effects]);
    this.versions += 1;
    this.references += referencesIn(effects);
    if (this.versions > MAX_OBJECTS || this.references > MAX_REFERENCES)
      throw new PdfUncheckable('too many objects');
  }

  /** Whether a URL opens without a click. */
  opensUrl(): boolean {
    const seen = new Set<number>();
    const waiting = [this.start];
    if (this.start.actions.length + this.start.lists.length > 0)
      this.addVersions(waiting, UNNUMBERED, true, seen);
    for (let effects = waiting.pop(); effects; effects = waiting.pop()) {
      if (effects.opens) return true;
      for (const number of effects.actions) this.addVersions(waiting, number, false, seen);
      for (const number of effects.lists) this.addVersions(waiting, number, true, seen);
    }
    return false;
  }

  /** Pushes one by one: an object can have more versions than a call can have arguments. */
  private addVersions(waiting: ActionEffects[], number: number, asList: boolean, seen: Set<number>): void {
    const versions = this.objects.get(number);
    // An even key is a visit as an action, an odd one a visit as a list.
    const key = 2 * number + Number(asList);
    if (!versions || seen.has(key)) return;
    seen.add(key);
    for (const effects of versions) {
      waiting.push(effects);
      if (asList && effects.items) waiting.push(effects.items);
    }
  }
}

const noEffects = (): ActionEffects => ({ opens: false, actions: [], lists: [], items: null });
const leadsAnywhere = ({ opens, actions, lists, items }: ActionEffects): boolean =>
  opens || actions.length > 0 || lists.length > 0 || items !== null;

const referencesIn = ({ actions, lists, items }: ActionEffects): number =>
  actions.length + lists.length + (items ? referencesIn(items) : 0);

const none: number[] = [];
/** Copies the effects without the spare capacity of their arrays: a file can contain half a million objects. */
const compact = ({ opens, actions, lists, items }: ActionEffects): ActionEffects => ({
  opens,
  actions: actions.length > 0 ? actions.slice() : none,
  lists: lists.length > 0 ? lists.slice() : none,
  items: items && compact(items),
});

function effectsOf(value: PdfValue): ActionEffects {
  const effects = noEffects();
  addAction(effects, value);
  if (Array.isArray(value)) {
    const items = noEffects();
    for (const item of value) addAction(items, item);
    if (leadsAnywhere(items)) effects.items = items;
  }
  return effects;
}

function addAction(effects: ActionEffects, value: PdfValue): void {
  if (isRef(value)) effects.actions.push(value.object);
  if (!isDict(value)) return;
  if (value.has('/URI')) effects.opens = true;
  for (const key of triggers) for (const action of possible(value.get(key))) addAction(effects, action);
  for (const next of possible(value.get('/Next'))) {
    if (isRef(next)) effects.lists.push(next.object);
    for (const action of Array.isArray(next) ? next : [next]) addAction(effects, action);
  }
}
