import { readSchemaError, type Params } from '@caredrop/contracts';
import type { z } from 'zod';
import { AppError, appError } from './app-error.js';

/**
 * Validates input against its schema; unknown fields are dropped. Throws a 400 with the code that the schema
 * assigns to the failed check, otherwise `bad_request`.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const found = readSchemaError(result.error);
  throw found
    ? new AppError(found.code, { ...withParams(found.params), status: 400 })
    : appError('bad_request');
}

const withParams = (params: Params) => (Object.keys(params).length > 0 ? { params } : {});
