import { people } from '@caredrop/testing';
import { AuthApp } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  // So many free failures that no delay affects the samples.
  auth = await AuthApp.start({ LOGIN_FREE_FAILURES: '10000' });
  await auth.add(ana, ben);
  await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
});
afterAll(() => auth.stop());

const emails = { known: ana.email, unknown: 'nobody@clinic.example', disabled: ben.email };
type Kind = keyof typeof emails;

async function time(email: string): Promise<number> {
  const start = performance.now();
  await auth.logIn({ ...ana, email, password: 'wrong-password' });
  return performance.now() - start;
}

/** Samples taken in turn, so that a busy moment of the machine affects all kinds alike. */
async function sample(rounds: number): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { known: [], unknown: [], disabled: [] };
  for (let i = 0; i < rounds; i += 1)
    for (const kind of Object.keys(emails) as Kind[]) times[kind].push(await time(emails[kind]));
  return times;
}

/** The fastest sample: on a busy machine other programs only ever add to the time. */
const fastest = (values: number[]) => Math.min(...values);

describe('the response time of a wrong password', () => {
  it('a wrong password takes about the same time for known, unknown and disabled accounts', async () => {
    await sample(3);
    const times = await sample(25);
    const known = fastest(times.known);
    // Without the decoy hash an unknown account responds in a tenth of the time.
    for (const kind of ['unknown', 'disabled'] as const) {
      expect(fastest(times[kind])).toBeGreaterThan(known * 0.6);
      expect(fastest(times[kind])).toBeLessThan(known * 1.6);
    }
  });
});
