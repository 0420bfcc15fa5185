import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ApiClient } from './api.js';
import { databaseUrl, query } from './insides.js';
import { readRun } from './run.js';

const ownDatabase = () => databaseUrl('caredrop_auth', 'auth');

/** Returns the id of the session in the client's bearer token. */
export function sessionOf(api: ApiClient): string {
  const [, claims = ''] = (api.bearer ?? '').split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }).sid;
}

async function change(api: ApiClient, what: string): Promise<void> {
  await query(ownDatabase(), `UPDATE sessions SET ${what} WHERE id = '${sessionOf(api)}'`);
}

/** Moves the session past its absolute limit. */
export const expire = (api: ApiClient) => change(api, `expires_at = now() - interval '1 second'`);

/** Moves the last sign-in or proof so far back that it is no longer valid. */
export const forgetProof = (api: ApiClient) => change(api, `proven_at = now() - interval '1 hour'`);

/** Makes the session inactive for this many seconds. */
export const idleFor = (api: ApiClient, seconds: number) =>
  change(api, `last_activity_at = now() - interval '${seconds} seconds'`);

const cli = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../auth/dist/cli.js');

/** Runs a command of the auth service, as `npm run admin -- …` does. */
export async function adminCommand(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: ownDatabase(), PUBLIC_URL: readRun().url };
  const settings = { ...env, MIGRATE: 'never' };
  return (await promisify(execFile)(process.execPath, [cli, ...args], { env: settings })).stdout;
}
