import { messages } from '@caredrop/contracts';
import type { z } from 'zod';
import { badRequest } from './app-error.js';

/** Messages made up by zod; users get ours instead ('Invalid or …', 'Invalid email or …' are ours). */
const isOwnSentence = (issue: z.core.$ZodIssue) =>
  !/^(Invalid(?! or | email or )|Too (big|small)|Unrecognized|Expected)\b/.test(issue.message);

/**
 * Validates input against its schema; unknown fields are dropped. Throws a 400 with the schema's own message
 * if it has one, otherwise 'The request could not be read'.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const own = result.error.issues.find(isOwnSentence);
  throw own ? badRequest(own.message) : badRequest(messages.general.unreadable, 'bad_request');
}
