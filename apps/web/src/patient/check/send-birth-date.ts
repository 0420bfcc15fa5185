import { fields, text } from '../response-fields.js';
import { readRejection, type Rejection } from '../link/link-verdict.js';
import { askLink } from '../link/post-link.js';
import { readCheck, type LinkCheck } from './link-check.js';

export type CheckOutcome =
  | { kind: 'passed'; proof: string }
  /** `check`: the new state of the link's check; `left`: attempts left in this round. */
  | { kind: 'wrong'; check: LinkCheck; left: number }
  | { kind: 'ended'; rejection: Rejection }
  /** It is unknown whether the date is right. */
  | { kind: 'failed' };

const ended = new Set(['link_unknown', 'link_expired', 'link_revoked', 'link_used']);

/** POST /api/links/check. Never throws. */
export async function sendBirthDate(
  token: string,
  birthDate: string,
  browser: string,
): Promise<CheckOutcome> {
  const response = await askLink('check', { token, birth_date: birthDate, browser });
  return response ? readCheckOutcome(response.status, response.body) : { kind: 'failed' };
}

export function readCheckOutcome(status: number, body: unknown): CheckOutcome {
  const response = fields(body);
  const data = fields(response.data);
  const proof = text(data.proof);
  if (status < 300 && proof !== null) return { kind: 'passed', proof };
  const left = fields(response.params).left;
  if (data.check)
    return { kind: 'wrong', check: readCheck(fields(data.check)), left: typeof left === 'number' ? left : 0 };
  if (ended.has(text(response.code) ?? '')) return { kind: 'ended', rejection: readRejection(body) };
  return { kind: 'failed' };
}
