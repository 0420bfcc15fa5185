import type { Principal } from '@caredrop/service-kit';
import type { Person } from '@caredrop/testing';
import type { AuthApp } from './auth-app.js';
import { Authenticator } from './authenticator.js';

export interface Enrolled {
  app: Authenticator;
  recoveryCodes: string[];
}

/** Sets up a second factor for a signed-in user; none of its codes has been used yet. */
export async function enrol(auth: AuthApp, person: Person, as: Principal): Promise<Enrolled> {
  const body = { password: person.password };
  const begun = await auth.call('POST', '/auth/second-factor/enrol', { as, body });
  const { secret } = begun.body.data?.enrolment as { secret: string };
  const app = new Authenticator(secret);
  const done = await auth.call('POST', '/auth/second-factor/confirm', { as, body: { code: app.code() } });
  if (done.status !== 200)
    throw new Error(`confirming the app returned ${done.status}: ${done.body.message}`);
  await forgetUsedSteps(auth, person);
  return { app, recoveryCodes: done.body.data?.recoveryCodes as string[] };
}

/** Makes every current code usable again, as if enough time had passed. */
export async function forgetUsedSteps(auth: AuthApp, { id }: Person): Promise<void> {
  await auth.prisma.$executeRaw`UPDATE second_factors SET last_step = 0 WHERE user_id = ${id}::uuid`;
}

/** Deletes all attempt counters, including those of wrong codes. */
export async function forgetAttempts(auth: AuthApp): Promise<void> {
  await auth.prisma.attemptCounter.deleteMany();
}

/** Signs in with the password alone and returns the ticket for the second step. */
export async function ticketOf(auth: AuthApp, person: Person): Promise<string> {
  const { status, body } = await auth.logIn(person);
  if (status !== 401 || !body.data?.ticket) throw new Error(`signing in returned ${status}: ${body.message}`);
  return body.data.ticket as string;
}

export const sendCode = (auth: AuthApp, ticket: string, code: string) =>
  auth.call('POST', '/auth/login/code', { body: { ticket, code } });

/** The session that a sign-in's token names. */
export function sessionOf(token: unknown): string {
  const [, claims = ''] = String(token).split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }).sid;
}
