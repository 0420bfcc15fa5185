import { z } from 'zod';
import { limits } from '../limits.js';
import type { ErrorCode } from '../error-codes.js';
import { keys } from '../error-keys.js';
import { coverSchema } from './covers.js';
import {
  emptyAsAbsent,
  filterText,
  optionalText,
  pageResponse,
  pageQuerySchema,
  roles,
  timestamp,
} from '../common.js';

export const userSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  createdAt: timestamp,
  disabled: z.boolean(),
  disableReason: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

export const usersResponse = z.object({ users: z.array(userSchema), ...pageResponse });
export const userResponse = z.object({ user: userSchema });

/** A clinician as listed in 'Manage Clinicians': the user, with the state of the second factor. */
const clinicianSchema = userSchema.extend({
  /** No password has been set yet: the invitation is still open, or has expired. */
  invited: z.boolean(),
  /** `required`: for this user; `requiredByClinic`: for all users of this kind, by the operator's setting. */
  secondFactor: z.object({ enabled: z.boolean(), required: z.boolean(), requiredByClinic: z.boolean() }),
  /** The current or planned absence. */
  absence: coverSchema.nullable(),
});
export type Clinician = z.infer<typeof clinicianSchema>;
export const cliniciansResponse = z.object({ users: z.array(clinicianSchema), ...pageResponse });

export const usersQuery = pageQuerySchema.extend({
  role: z.preprocess(emptyAsAbsent, z.enum(roles).optional()),
});

const userStatuses = ['active', 'disabled'] as const;
export const adminUsersQuery = pageQuerySchema.extend({
  name: filterText(200),
  email: filterText(limits.emailMax),
  status: z.preprocess(emptyAsAbsent, z.enum(userStatuses).optional()),
});

/** Where the links of a disabled user go: to a colleague, to a team, or to both. */
const handOverSchema = z.object({ userId: z.uuid().nullish(), teamId: z.uuid().nullish() });
export type HandOver = z.infer<typeof handOverSchema>;

export const disableUserBody = z
  .object({ reason: optionalText(limits.disableReasonMax), handOver: handOverSchema.nullish() })
  .nullish()
  .transform((body) => body ?? { reason: null, handOver: null });

const name = (missing: ErrorCode) =>
  z.string({ error: missing }).trim().min(1, missing).max(limits.nameMax, keys.too_long);

/** Invites a clinician or an administrator. */
export const inviteUserBody = z.object({
  firstName: name(keys.first_name_required),
  lastName: name(keys.last_name_required),
  email: z
    .string({ error: keys.email_required })
    .trim()
    .toLowerCase()
    .min(1, keys.email_required)
    .max(limits.emailMax, keys.too_long)
    .pipe(z.email(keys.field_invalid)),
  role: z.enum(roles).default('user'),
});
