import { UnitOfWork } from '@caredrop/messaging';
import { Random } from '@caredrop/testing/fuzz';
import {
  documentService as model,
  start,
  uploads,
  type State,
  type Upload,
} from '@caredrop/testing/single-use';
import type { Tx } from '../src/database/prisma.service.js';
import { writeAcceptance, type Acceptance } from '../src/uploads/acceptance.js';
import { forgetAttempt, openAttempt, settleAttempt } from '../src/uploads/attempts.js';
import { anAcceptance } from './support/an-acceptance.js';
import { DocumentService } from './support/document-service.js';

let service: DocumentService;
beforeAll(async () => {
  service = await DocumentService.start({ SWEEP_INTERVAL_MS: '3600000', PURGE_INTERVAL_MS: '3600000' });
});
afterAll(() => service.stop());

const sound = new Set<never>();

/** Two uploads through one link, up to their commits. */
function twoUploads(): [Acceptance, Acceptance] {
  const one = anAcceptance();
  const { claimId, documentId, storageKey } = anAcceptance().attempt;
  return [one, { ...one, attempt: { ...one.attempt, claimId, documentId, storageKey } }];
}

/** One link's attempts and ledger, run through the service's database and the model at the same time. */
class Twin {
  private state: State = start;
  private readonly made = twoUploads();

  private readonly moves: Record<string, (of: Upload) => Promise<unknown>> = {
    // An upload can write its attempt only once.
    open: async (of) => {
      if (this.state.attempts[of] !== 'none') return;
      this.state = model.openAttempt(this.state, of);
      await openAttempt(service.prisma, this.made[of].attempt);
    },
    forget: async (of) => {
      this.state = model.forgetAttempt(this.state, of);
      await forgetAttempt(service.prisma, this.made[of].attempt.claimId);
    },
    settle: async (of) => {
      this.state = model.settleAttempt(this.state, of);
      const ending = await settleAttempt(service.prisma, this.made[of].attempt.claimId, 0);
      expect(ending.state).toBe(this.state.attempts[of]);
    },
    commit: async (of) => {
      const next = model.commit(this.state, of, sound);
      const work = service.app.get<UnitOfWork<Tx>>(UnitOfWork);
      const committing = work.run((tx, emit) => writeAcceptance(tx, emit, this.made[of]));
      const outcome = await committing.then(
        () => 'committed',
        () => 'refused',
      );
      expect(outcome).toBe(next === this.state ? 'refused' : 'committed');
      this.state = next;
    },
  };

  async step(random: Random): Promise<string> {
    const [name, move] = random.pick(Object.entries(this.moves));
    const of = random.pick(uploads);
    await move(of);
    return `${name} ${of + 1}`;
  }

  /** The rows, translated into the model's states. */
  async stored() {
    const attempts = await Promise.all(
      this.made.map(({ attempt: { claimId } }) => service.prisma.attempt.findUnique({ where: { claimId } })),
    );
    const entries = await Promise.all(
      this.made.map(({ attempt: { claimId } }) =>
        service.prisma.ledgerEntry.findUnique({ where: { claimId } }),
      ),
    );
    return {
      attempts: attempts.map((row) => row?.state ?? 'none'),
      documents: entries.map((row) => row !== null),
    };
  }

  get expected() {
    const { attempts, documents } = this.state;
    return { attempts, documents };
  }
}

describe('the document service and the model of the single-use protocol', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'attempts and ledger go through the same states in the service and in the model: walk %d',
    async (seed) => {
      const random = new Random(seed);
      const twin = new Twin();
      const done: string[] = [];
      for (let count = 0; count < 16; count += 1) {
        done.push(await twin.step(random));
        expect({ done, ...(await twin.stored()) }).toEqual({ done, ...twin.expected });
      }
    },
  );
});
