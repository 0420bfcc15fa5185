import type { z } from 'zod';
import { isErrorCode, type ErrorCode } from './error-codes.js';
import { paramNames, renderError, type Params } from './error-sentence.js';

/** A failed check of a schema: its code and parameters. */
export interface SchemaError {
  code: ErrorCode;
  params: Params;
}

/**
 * Returns the first failed check that has a code, or null when all are errors of the validation library,
 * whose texts are not for users.
 */
export function readSchemaError(error: z.core.$ZodError): SchemaError | null {
  for (const issue of error.issues)
    if (isErrorCode(issue.message)) return { code: issue.message, params: paramsOf(issue.message, issue) };
  return null;
}

/** The sentence for each field of a form whose values failed their schema. */
export const sentencesByField = (error: z.core.$ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map((issue) => [String(issue.path[0]), sentenceOf(issue)]));

function sentenceOf(issue: z.core.$ZodIssue): string {
  const code = issue.message;
  return isErrorCode(code) ? renderError(code, paramsOf(code, issue)) : issue.message;
}

/** The path names the field; the check provides the limit and further parameters. */
function paramsOf(code: ErrorCode, issue: z.core.$ZodIssue): Params {
  const own = issue.code === 'custom' ? (issue.params as Params | undefined) : undefined;
  const given: Params = {
    field: String(issue.path.at(-1) ?? ''),
    ...(issue.code === 'too_big' && { max: Number(issue.maximum) }),
    ...own,
  };
  return Object.fromEntries(paramNames(code).map((name) => [name, given[name] ?? null]));
}
