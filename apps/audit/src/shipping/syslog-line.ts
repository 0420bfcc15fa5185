import { hostname } from 'node:os';
import type { ChainEntry } from '../chain/entry.js';
import type { Checkpoint } from '../checkpoints/checkpoint.js';

/** Facility 13 is "log audit". */
const AUDIT = 13 * 8;
const [NOTICE, INFO] = [5, 6];

/** An entry as an RFC 5424 message: the chain's content, as JSON. */
export const entryLine = (entry: ChainEntry): string =>
  line(entry.outcome === 'success' ? INFO : NOTICE, entry.at, 'entry', { entry });

/** A checkpoint; `verify --checkpoints` reads a file of these lines. */
export const checkpointLine = (checkpoint: Checkpoint): string =>
  line(INFO, checkpoint.madeAt, 'checkpoint', { checkpoint });

function line(severity: number, at: string, kind: string, message: object): string {
  return `<${AUDIT + severity}>1 ${at} ${hostname()} caredrop-audit - ${kind} - ${JSON.stringify(message)}`;
}

/** Octet counting (RFC 6587, and RFC 5425 for TLS): no byte inside a message can end it early. */
export const frame = (message: string): string => `${Buffer.byteLength(message)} ${message}`;
