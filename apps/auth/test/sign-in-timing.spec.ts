import { people } from '@caredrop/testing';
import { PasswordHasher } from '../src/hashing/password-hasher.js';
import { AuthApp } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  // Enough failures that no sample is delayed, or refused before its password is compared.
  auth = await AuthApp.start({ LOGIN_FREE_FAILURES: '10000', LOGIN_MAX_FAILURES: '10000' });
  await auth.add(ana, ben);
  // The hashes of test accounts take less work than those that the service makes.
  const passwordHash = await auth.app.get(PasswordHasher).hash(ana.password);
  await auth.prisma.user.updateMany({ data: { passwordHash } });
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

/** The fastest sample of each kind: other programs on a busy machine can only add to the time. */
type Fastest = Record<Kind, number>;

/** Adds a sample of each kind in turn, so that a busy moment of the machine affects all kinds alike. */
async function sample(fastest: Fastest): Promise<Fastest> {
  const better = { ...fastest };
  for (const kind of Object.keys(emails) as Kind[])
    better[kind] = Math.min(fastest[kind], await time(emails[kind]));
  return better;
}

/** Without the decoy hash, the response for an unknown account would take a tenth of the time. */
const areAlike = ({ known, unknown, disabled }: Fastest) =>
  [unknown, disabled].every((other) => other > known * 0.6 && other < known * 1.6);

describe('the response time of a wrong password', () => {
  it('a wrong password takes about the same time for known, unknown and disabled accounts', async () => {
    let fastest: Fastest = { known: Infinity, unknown: Infinity, disabled: Infinity };
    // Takes more samples until each kind has had a quiet moment; a real difference would persist.
    for (let round = 0; round < 200 && (round < 15 || !areAlike(fastest)); round += 1)
      fastest = await sample(fastest);
    expect({ ...fastest, alike: areAlike(fastest) }).toMatchObject({ alike: true });
  });
});
