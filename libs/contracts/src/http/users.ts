import { z } from 'zod';
import { limits } from '../limits.js';
import { messages } from '../messages.js';
import {
  emptyAsAbsent,
  filterText,
  optionalText,
  pageAnswer,
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

export const usersAnswer = z.object({ users: z.array(userSchema), ...pageAnswer });
export const userAnswer = z.object({ user: userSchema });

/** A clinician as 'Manage Clinicians' shows one: the user, and the state of the second factor. */
const clinicianSchema = userSchema.extend({
  /** `required`: for this user; `requiredByClinic`: for all users of this kind, by the operator's setting. */
  secondFactor: z.object({ enabled: z.boolean(), required: z.boolean(), requiredByClinic: z.boolean() }),
});
export type Clinician = z.infer<typeof clinicianSchema>;
export const cliniciansAnswer = z.object({ users: z.array(clinicianSchema), ...pageAnswer });

export const usersQuery = pageQuerySchema.extend({
  role: z.preprocess(emptyAsAbsent, z.enum(roles).optional()),
});

const userStatuses = ['active', 'disabled'] as const;
export const adminUsersQuery = pageQuerySchema.extend({
  name: filterText('Name', 200),
  email: filterText('Email', limits.emailMax),
  status: z.preprocess(emptyAsAbsent, z.enum(userStatuses).optional()),
});

export const disableUserBody = z
  .object({ reason: optionalText('Reason', limits.disableReasonMax) })
  .nullish()
  .transform((body) => body ?? { reason: null });

const name = (field: string) =>
  z
    .string({ error: `${field} is required` })
    .trim()
    .min(1, `${field} is required`)
    .max(limits.nameMax, messages.general.tooLong(field, limits.nameMax));

/** Invites a clinician. */
export const inviteUserBody = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  email: z
    .email(messages.general.invalidField('Email'))
    .max(limits.emailMax, messages.general.tooLong('Email', limits.emailMax))
    .toLowerCase(),
  role: z.enum(roles).default('user'),
});
