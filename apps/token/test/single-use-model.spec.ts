import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { UnitOfWork } from '@caredrop/messaging';
import { Random } from '@caredrop/testing/fuzz';
import { start, tokenService as model, uploads, type State, type Upload } from '@caredrop/testing/single-use';
import { ConcludeClaim } from '../src/claims/conclude-claim.js';
import { MarkUsed } from '../src/claims/mark-used.js';
import type { Tx } from '../src/database/prisma.service.js';
import { ExpireTokens } from '../src/jobs/expire-tokens.js';
import { ana, TokenApp, upload } from './support/token-app.js';

let app: TokenApp;
beforeAll(async () => {
  app = await TokenApp.start();
  // The walks decide when a claim ends.
  jest.spyOn(ConcludeClaim.prototype, 'execute').mockImplementation((link) => Promise.resolve(link));
});
afterAll(async () => app.stop());

const sound = new Set<never>();

type Move =
  | 'claim'
  | 'renew'
  | 'confirm'
  | 'release'
  | 'end the lease'
  | 'deliver the event'
  | 'revoke'
  | 'pass the expiry'
  | 'expire';

/** How often each move is chosen. Moves that end a link are rare, so that walks reach the states before them. */
const chances: Record<Move, number> = {
  claim: 5,
  renew: 2,
  confirm: 4,
  release: 1,
  'end the lease': 3,
  'deliver the event': 1,
  revoke: 1,
  'pass the expiry': 1,
  expire: 1,
};
const names = Object.entries(chances).flatMap(([name, chance]) => Array<Move>(chance).fill(name as Move));

/** One link, driven in the service and in the model at the same time. */
class Twin {
  private state: State = start;
  private readonly claims = [randomUUID(), randomUUID()] as const;
  private readonly sent = [upload(), upload()] as const;

  private constructor(
    private readonly link: { id: string; token: string },
    private readonly sameKey: boolean,
  ) {}

  static async make(sameKey: boolean): Promise<Twin> {
    return new Twin(await app.create(), sameKey);
  }

  /** Each move does the same in the service and the model, and returns both outcomes if there are any. */
  private readonly moves: Record<Move, (of: Upload) => Promise<[real: string, expected: string] | void>> = {
    claim: async (of) => {
      const [next, expected] = model.claim(this.state, of, this.sameKey, sound);
      const key = this.sameKey ? 'one key' : `key ${of}`;
      const { outcome } = await app.claim(this.link.token, this.claims[of], key);
      this.state = next;
      return [outcome === 'claimed' || outcome === 'finishing' ? outcome : 'refused', expected];
    },
    renew: async (of) => {
      const [next, expected] = model.renew(this.state, of);
      this.state = next;
      return [await app.step(this.claims[of], 'renew'), expected];
    },
    confirm: async (of) => {
      const [next, expected] = model.confirm(this.state, of, sound);
      this.state = next;
      const outcome = await app.step(this.claims[of], 'confirm', this.sent[of]);
      return [outcome === 'confirmed' ? outcome : 'refused', expected];
    },
    release: async (of) => {
      this.state = model.release(this.state, of);
      await app.step(this.claims[of], 'release');
    },
    'deliver the event': async (of) => {
      this.state = model.markUsed(this.state, of);
      const committed = { claimId: this.claims[of], ...this.sent[of], tokenId: this.link.id };
      const work = app.get<UnitOfWork<Tx>>(UnitOfWork);
      await work.run((tx, emit) => app.get(MarkUsed).execute(tx, [{ ...committed, emit }]));
    },
    revoke: async () => {
      this.state = model.revoke(this.state, sound);
      await app.call('PATCH', `/tokens/${this.link.id}`, { as: ana, body: { status: 'revoked' } });
    },
    'end the lease': async () => {
      const held = await this.row();
      this.state = model.endLease(this.state);
      if (held.leaseUntil) await app.age(this.link.id, 'lease_until');
    },
    'pass the expiry': async () => {
      this.state = { ...this.state, pastExpiry: true };
      await app.age(this.link.id, 'expires_at');
    },
    expire: async () => {
      this.state = model.expire(this.state, sound);
      await app.get(ExpireTokens).execute();
    },
  };

  async step(random: Random): Promise<string> {
    const name = random.pick(names);
    const of = random.pick(uploads);
    const outcomes = await this.moves[name](of);
    if (outcomes) expect(outcomes[0]).toBe(outcomes[1]);
    return `${name} ${of + 1}`;
  }

  private row = () => app.prisma.token.findUniqueOrThrow({ where: { id: this.link.id } });

  /** The row, translated into the model's states. */
  async stored() {
    const { status, claimId, leaseUntil, confirmedAt } = await this.row();
    const claim = claimId === null ? null : [...this.claims].indexOf(claimId as (typeof this.claims)[number]);
    return {
      status,
      claim,
      leased: leaseUntil !== null && leaseUntil > new Date(),
      confirmed: !!confirmedAt,
    };
  }

  get expected() {
    const { status, claim, leased, confirmed } = this.state;
    return { status, claim, leased, confirmed };
  }
}

describe('the token service and the model of the single-use protocol', () => {
  const walks = Array.from({ length: 40 }, (_, seed) => [seed, seed % 2 === 0] as const);

  it.each(walks)(
    'a link has the same states in the service and in the model: walk %d, same key for both uploads: %s',
    async (seed, sameKey) => {
      const random = new Random(seed);
      const twin = await Twin.make(sameKey);
      const done: string[] = [];
      for (let count = 0; count < 30; count += 1) {
        done.push(await twin.step(random));
        expect({ done, ...(await twin.stored()) }).toEqual({ done, ...twin.expected });
      }
    },
  );
});
