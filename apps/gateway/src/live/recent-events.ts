import type { Worker } from '@caredrop/service-kit';
import { mayHear, type LiveEvent } from './live-event.js';

const REMEMBER_MS = 60_000;
const REMEMBER_AT_MOST = 2_000;

/** The events of the last minute, so that a page that opens a stream can find out whether it has missed any. */
export class RecentEvents {
  private events: { at: number; event: LiveEvent }[] = [];
  /** No event since then is missing from `events`; Infinity while events may be missed. */
  private completeSince = Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Events arrive. Changes nothing if they already did. */
  begin(): void {
    this.completeSince = Math.min(this.completeSince, this.now());
  }

  /** Events may be missed from now on. */
  lose(): void {
    this.completeSince = Infinity;
    this.events = [];
  }

  note(event: LiveEvent): void {
    const now = this.now();
    this.events.push({ at: now, event });
    const kept = this.events.findIndex(({ at }) => at > now - REMEMBER_MS);
    const dropped = this.events.splice(0, Math.max(kept, this.events.length - REMEMBER_AT_MOST)).at(-1);
    if (dropped) this.completeSince = Math.max(this.completeSince, dropped.at);
  }

  /**
   * Returns for how many milliseconds no event that the listener may receive has arrived, at most a minute; 0 if some
   * may have been missed.
   */
  quietMs(listener: Worker): number {
    const last = this.events.findLast(({ event }) => mayHear(listener, event))?.at ?? 0;
    return Math.max(0, Math.min(REMEMBER_MS, this.now() - Math.max(last, this.completeSince)));
  }
}
