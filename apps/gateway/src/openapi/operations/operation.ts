import type { ErrorCode } from '@caredrop/contracts';
import type { z } from 'zod';

/** Summary, input and output of a call: everything OpenAPI needs beyond the routing table. */
export interface Operation {
  tag: 'Account' | 'Patient' | 'Links' | 'Documents' | 'Clinicians' | 'Audit' | 'System';
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Accepts an Idempotency-Key, as uploads do. */
  idempotencyKey?: true;
  /** Accepts the proof of a patient check in two headers. */
  patientProof?: true;
  /** `data` of the envelope; null for a response whose `data` is null. */
  response?: z.ZodType | null;
  /** Media type of a response without the envelope. */
  media?: string;
  /** Supports Range requests. */
  ranges?: true;
  status?: 200 | 201 | 202 | 204;
  /** Errors of this call; `document.ts` adds those that follow from its access rule, body and query. */
  rejections?: number[];
  /** Codes that tell a client what to do next, by status. */
  codes?: Readonly<Record<number, readonly ErrorCode[]>>;
}
