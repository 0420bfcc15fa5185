import { QueueFullError } from '@caredrop/service-kit';
import { FairQueue } from '../concurrency/fair-queue.js';

export interface PlaceOptions {
  inFlight: number;
  waiting: number;
  waitMs: number;
}

/** What is known about an upload before its link is claimed. */
export interface Sender {
  address: string;
  /** Hash of the link's value. */
  link: string;
}

/** A body that is being received. */
export interface Receiving {
  /** How much longer the body takes at its current rate, ms. */
  remainingMs: number;
  /** Aborts receiving the body; its place is freed soon after. */
  giveWay(): void;
}

/** The owner of this place would hold more than its share while others wait. */
export class OverShare extends Error {
  constructor() {
    super('One owner holds more than its share of the places');
    this.name = 'OverShare';
  }
}

interface Waiter {
  owner: string;
  member: string;
  since: number;
  admit(): void;
  reject(error: Error): void;
}

/** A body of an owner over its share is aborted in favour of others unless it will finish within this time. */
const OVER_SHARE_MS = 10_000;
/** After an upload has waited this long, the slowest body of all may be aborted to make way for it. */
const PATIENT_MS = 5_000;
const CHECK_MS = 500;

/**
 * The places of uploads, which bound memory. Other uploads wait and are admitted round robin by address, links
 * without a place first. The owner is known only once a link is claimed: from then on, while others wait, an
 * owner that holds a quarter of the places gets no more, and the slowest body of an owner that holds more is
 * ended unless it will finish soon.
 */
export class UploadPlaces {
  private readonly held = new Set<Place>();
  private readonly queue = new FairQueue<Waiter>();
  private checking: NodeJS.Timeout | undefined;

  constructor(private readonly options: PlaceOptions) {}

  get inFlight(): number {
    return this.held.size;
  }

  get waiting(): number {
    return this.queue.size;
  }

  /** Places that one owner may hold while others wait. */
  get share(): number {
    return Math.max(1, Math.floor(this.options.inFlight / 4));
  }

  /** Waits for a place. Throws {@link QueueFullError}, or the signal's reason when it aborts first. */
  async enter(sender: Sender, signal?: AbortSignal): Promise<Place> {
    signal?.throwIfAborted();
    if (this.held.size >= this.options.inFlight) return this.wait(sender, signal);
    return this.take(sender.link);
  }

  /** Returns whether an upload whose owner is now known may keep its place. */
  mayKeep(ownerId: string): boolean {
    return this.waiting === 0 || this.heldBy(ownerId) < this.share;
  }

  leave(place: Place): void {
    if (!this.held.delete(place)) return;
    const links = new Set([...this.held].map(({ link }) => link));
    const next = this.queue.take(({ member }) => !links.has(member)) ?? this.queue.take();
    next?.admit();
  }

  private take(link: string): Place {
    const place = new Place(this, link);
    this.held.add(place);
    return place;
  }

  private wait({ address, link }: Sender, signal: AbortSignal | undefined): Promise<Place> {
    if (this.queue.size >= this.options.waiting) this.makeWay(address);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.queue.delete(waiter);
        settle();
      };
      const abort = () => end(() => reject(signal?.reason as Error));
      const timer = setTimeout(
        () => waiter.reject(new QueueFullError('waited too long')),
        this.options.waitMs,
      );
      const waiter: Waiter = {
        owner: address,
        member: link,
        since: performance.now(),
        admit: () => end(() => resolve(this.take(link))),
        reject: (error) => end(() => reject(error)),
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.queue.add(waiter);
      this.relieve();
    });
  }

  /**
   * A full queue rejects the newest upload of the address with the most uploads waiting, or the one that is
   * arriving.
   */
  private makeWay(address: string): void {
    const last = this.queue.newestOfLargest(address);
    if (!last) throw new QueueFullError('queue full');
    last.reject(new QueueFullError('queue full'));
  }

  /**
   * While uploads wait, ends the slowest body of an owner over its share, or after a while the slowest of all, unless
   * it will finish soon.
   */
  private relieve(): void {
    clearTimeout(this.checking);
    if (this.waiting === 0) return;
    this.slowest()?.giveWay();
    this.checking = setTimeout(() => this.relieve(), CHECK_MS);
  }

  private slowest(): Receiving | undefined {
    const since = Math.min(...[...this.queue].map((waiter) => waiter.since));
    const long = performance.now() - since >= PATIENT_MS;
    const candidates = [...this.held].flatMap(({ owner, receiving }) => {
      if (!receiving) return [];
      const over = owner !== undefined && this.heldBy(owner) > this.share;
      const most = over ? OVER_SHARE_MS : long ? this.options.waitMs : Infinity;
      return receiving.remainingMs > most ? [receiving] : [];
    });
    return candidates.sort((one, other) => other.remainingMs - one.remainingMs)[0];
  }

  private heldBy(ownerId: string): number {
    return [...this.held].filter(({ owner }) => owner === ownerId).length;
  }
}

/** One upload's place. */
export class Place {
  owner: string | undefined;
  receiving: Receiving | undefined;

  constructor(
    private readonly places: UploadPlaces,
    readonly link: string,
  ) {}

  /** Throws {@link OverShare}; the place must then be released. */
  claimFor(ownerId: string): void {
    if (!this.places.mayKeep(ownerId)) throw new OverShare();
    this.owner = ownerId;
  }

  /** Marks the body as being received; called with undefined once receiving has ended. */
  receive(receiving: Receiving | undefined): void {
    this.receiving = receiving;
  }

  /** May be called any number of times. */
  leave(): void {
    this.places.leave(this);
  }
}
