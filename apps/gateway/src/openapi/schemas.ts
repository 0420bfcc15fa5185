import {
  documentSchema,
  failureSchema,
  personSchema,
  tokenDetailsSchema,
  tokenSchema,
  userSchema,
} from '@caredrop/contracts';
import { z } from 'zod';
import { operations } from './operations.js';

export type JsonSchema = Record<string, unknown>;

const REF = '#/components/schemas/';
export const ref = (name: string): JsonSchema => ({ $ref: REF + name });

const entities: Record<string, z.ZodType> = {
  User: userSchema,
  Person: personSchema,
  Token: tokenSchema,
  TokenDetails: tokenDetailsSchema,
  Document: documentSchema,
  Failure: failureSchema,
};

/** `POST /tokens/:id/send-sms` → `PostTokensIdSendSms`. */
export const operationName = (row: string): string =>
  row
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** All named schemas: entities, then the `data` of responses and the bodies of requests. */
export function componentSchemas(): Record<string, JsonSchema> {
  const rows = Object.entries(operations);
  const responses = rows.flatMap(([row, { response }]) =>
    response ? [[`${operationName(row)}Response`, response] as const] : [],
  );
  const bodies = rows.flatMap(([row, { body }]) =>
    body ? [[`${operationName(row)}Body`, body] as const] : [],
  );
  return {
    ...toSchemas([...Object.entries(entities), ...responses], 'output'),
    ...toSchemas(bodies, 'input'),
  };
}

function toSchemas(
  named: (readonly [string, z.ZodType])[],
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const aliases: [string, JsonSchema][] = [];
  for (const [id, schema] of named) {
    // One schema may belong to several responses: it is written once, and the other names reference it.
    const known = registry.get(schema);
    if (known) aliases.push([id, ref(known.id)]);
    else registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => REF + id,
    unrepresentable: 'any',
    override: tidy,
  });
  const plain = Object.entries(schemas).map(([id, schema]) => [id, withoutIds(schema)] as const);
  return Object.fromEntries([...plain, ...aliases]);
}

/** The fields of a query, each with its own schema. */
export function queryFields(query: z.ZodObject): [string, JsonSchema][] {
  const { properties } = z.toJSONSchema(query, { io: 'output', unrepresentable: 'any', override: tidy });
  return Object.entries(properties ?? {}) as [string, JsonSchema][];
}

/**
 * Drops the pattern of a field with a format, because patterns can be a page long, and drops JavaScript's number
 * limits.
 */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function withoutIds({ $id: _id, $schema: _schema, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
