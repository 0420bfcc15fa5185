import { randomUUID } from 'node:crypto';
import type { Worker } from '@caredrop/service-kit';
import type { LiveEvent } from './live-event.js';
import { RecentEvents } from './recent-events.js';

let now = 0;
let recent: RecentEvents;
const ana: Worker = { userId: randomUUID(), role: 'user', teams: [], covers: [] };
const ben: Worker = { ...ana, userId: randomUUID() };
const about = (ownerId: string): LiveEvent => ({ type: 'token.used', ownerId, tokenId: randomUUID() });

beforeEach(() => {
  now = 1_000_000;
  recent = new RecentEvents(() => now);
});

describe('the time since the last event', () => {
  it('the time is measured from the last event that concerns the listener', () => {
    recent.begin();
    now += 5_000;
    recent.note(about(ana.userId));
    now += 300;
    recent.note(about(ben.userId));
    now += 200;
    expect([recent.quietMs(ana), recent.quietMs(ben)]).toEqual([500, 200]);
  });

  it('the time is measured from the connection if no event has arrived yet, and is 0 while disconnected', () => {
    expect(recent.quietMs(ana)).toBe(0);
    recent.begin();
    now += 700;
    recent.begin();
    expect(recent.quietMs(ana)).toBe(700);
    recent.lose();
    now += 100;
    expect(recent.quietMs(ana)).toBe(0);
  });

  it('at most a minute is reported, and events from before it are forgotten', () => {
    recent.begin();
    recent.note(about(ana.userId));
    now += 3_600_000;
    recent.note(about(ben.userId));
    expect(recent.quietMs(ana)).toBe(60_000);
  });

  it('when too many events arrive at once, the time is measured from the last event that was dropped', () => {
    recent.begin();
    now += 1_000;
    recent.note(about(ana.userId));
    now += 1_000;
    for (let count = 0; count < 2_000; count += 1) recent.note(about(ben.userId));
    now += 50;
    expect(recent.quietMs(ana)).toBe(1_050);
    recent.note(about(ben.userId));
    expect(recent.quietMs(ana)).toBe(50);
  });
});
