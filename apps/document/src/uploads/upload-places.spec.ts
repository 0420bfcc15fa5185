import { eventually } from '@caredrop/testing';
import { QueueFullError } from '@caredrop/service-kit';
import { OverShare, UploadPlaces, type Place, type PlaceOptions } from './upload-places.js';

const newPlaces = (options: Partial<PlaceOptions> = {}) =>
  new UploadPlaces({ inFlight: 4, waiting: 8, waitMs: 60_000, ...options });
const sender = (link: string, address = link) => ({ link, address });

/** Fills `count` places with uploads through links of this owner, whose bodies take at least `remainingMs` longer. */
async function fill(places: UploadPlaces, count: number, owner: string, remainingMs = 0) {
  const gaveWay: string[] = [];
  const held: Place[] = [];
  for (let n = 0; n < count; n += 1) {
    const link = `${owner}-${String(n)}`;
    const place = await places.enter(sender(link));
    place.claimFor(owner);
    const giveWay = () => {
      gaveWay.push(link);
      place.receive(undefined);
      place.leave();
    };
    place.receive({ remainingMs: remainingMs + n, giveWay });
    held.push(place);
  }
  return { held, gaveWay };
}

describe('UploadPlaces', () => {
  it('one owner may hold all upload places while no one else is waiting', async () => {
    const places = newPlaces();
    await fill(places, 4, 'ana');
    expect(places.inFlight).toBe(4);
  });

  it('a new upload takes the place of the slowest body of an owner over its share', async () => {
    const places = newPlaces();
    const { gaveWay } = await fill(places, 4, 'ana', 400_000);
    const place = await places.enter(sender('ben-1'));
    place.claimFor('ben');
    expect(gaveWay).toEqual(['ana-3']);
  });

  it('an upload body that ends soon keeps its place', async () => {
    const places = newPlaces({ waitMs: 50 });
    const { gaveWay } = await fill(places, 4, 'ana', 5_000);
    await expect(places.enter(sender('ben-1'))).rejects.toThrow(QueueFullError);
    expect(gaveWay).toEqual([]);
  });

  it('an owner within its share keeps its places until a new upload has waited for some time', async () => {
    const places = newPlaces({ waitMs: 30_000 });
    const owners = ['ana', 'ben', 'chloe', 'dora'];
    const all = await Promise.all(owners.map((owner) => fill(places, 1, owner, 400_000)));
    const waiting = places.enter(sender('eve'));
    expect(all.flatMap(({ gaveWay }) => gaveWay)).toEqual([]);
    await waiting;
    expect(all.flatMap(({ gaveWay }) => gaveWay)).toHaveLength(1);
  });

  it('an owner over its share is refused while others wait, and the next owner is admitted', async () => {
    const places = newPlaces({ inFlight: 1 });
    const first = await places.enter(sender('ana-1'));
    first.claimFor('ana');
    const order: string[] = [];
    const second = places.enter(sender('ana-2'));
    const third = places.enter(sender('ben-1')).then((place) => {
      place.claimFor('ben');
      order.push('ben');
    });
    const busy = newPlaces();
    await fill(busy, 3, 'ana');
    const place = await busy.enter(sender('ana-9'));
    const others = busy.enter(sender('ben-1'));
    expect(() => place.claimFor('ana')).toThrow(OverShare);
    place.leave();
    (await others).claimFor('ben');
    first.leave();
    (await second).leave();
    await third;
    expect(order).toEqual(['ben']);
  });

  it('waiting uploads are admitted round robin by address', async () => {
    const places = newPlaces({ inFlight: 1 });
    const first = await places.enter(sender('held', '10.0.0.1'));
    const order: string[] = [];
    const wait = (link: string, address: string) =>
      void places.enter(sender(link, address)).then((place) => (order.push(link), place.leave()));
    for (const link of ['a', 'b', 'c']) wait(link, '10.0.0.1');
    wait('d', '10.0.0.2');
    first.leave();
    await eventually(() => expect(order).toEqual(['a', 'd', 'b', 'c']));
  });

  it('a full queue refuses the newest upload of the address with the most waiting', async () => {
    const places = newPlaces({ inFlight: 1, waiting: 3 });
    const held = await places.enter(sender('held'));
    const crowd = ['a', 'b', 'c'].map((link) => places.enter(sender(link, '10.0.0.1')));
    const outcomes = crowd.map((entering) => entering.catch((error: unknown) => error));
    const late = places.enter(sender('d', '10.0.0.2'));
    expect(await outcomes[2]).toBeInstanceOf(QueueFullError);
    await expect(places.enter(sender('e', '10.0.0.1'))).rejects.toThrow(QueueFullError);
    expect(places.waiting).toBe(3);
    held.leave();
    for (const entering of [crowd[0], late, crowd[1]]) (await entering)?.leave();
    expect([places.inFlight, places.waiting]).toEqual([0, 0]);
  });

  it('an aborted upload leaves the queue, and a place released twice is counted once', async () => {
    const places = newPlaces({ inFlight: 1 });
    const place = await places.enter(sender('a'));
    const gone = new AbortController();
    const waiting = places.enter(sender('b'), gone.signal);
    gone.abort(new Error('client gone'));
    await expect(waiting).rejects.toThrow('client gone');
    place.leave();
    place.leave();
    expect([places.inFlight, places.waiting]).toEqual([0, 0]);
  });
});
