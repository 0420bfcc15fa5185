import { errors, limits, type ErrorCode } from '@caredrop/contracts';
import type { Route } from '../routing/routes.js';
import type { Operation } from './operations/operation.js';
import { operations } from './operations.js';
import { componentSchemas, operationName, queryFields, ref, type JsonSchema } from './schemas.js';

export interface OpenApi {
  openapi: '3.1.0';
  info: Record<string, string>;
  servers: { url: string }[];
  paths: Record<string, Record<string, DescribedCall>>;
  components: Record<string, unknown>;
  /** Every code of the failure envelope with its usual status and its sentence. */
  'x-errors': Record<string, { status: number; text: string }>;
}

export interface DescribedCall {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  'x-access': Route['access'];
  /** May fail with 403 `proof_required`: see `POST /auth/proof`. */
  'x-fresh-proof'?: true;
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
}

/** The OpenAPI 3.1 document of the whole public API, built from the routing table and the contracts' schemas. */
export function openApi(routes: readonly Route[]): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caredrop',
      version: '1.0.0',
      description: 'A clinician asks a patient for a document through a single-use link.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Failure: { description: 'A message for people and a stable code', content: inJson(ref('Failure')) },
      },
    },
    'x-errors': Object.fromEntries(
      Object.entries(errors).map(([code, { status, text }]) => [code, { status, text }]),
    ),
  };
}

function describe(route: Route): DescribedCall {
  const row = `${route.method} ${route.path}`;
  const operation = operations[row];
  if (!operation) throw new Error(`${row} has no description`);
  return {
    operationId: operationName(row),
    tags: [operation.tag],
    summary: operation.summary,
    security: route.access === 'public' ? [] : [{ session: [] }],
    'x-access': route.access,
    ...(route.proof && { 'x-fresh-proof': true }),
    parameters: parametersOf(route, operation),
    ...bodyOf(route, operation, row),
    responses: { ...responseOf(operation, row), ...rejectionsOf(route, operation) },
  };
}

function parametersOf(
  route: Route,
  { query, idempotencyKey: repeatable, patientProof }: Operation,
): DescribedCall['parameters'] {
  const inPath = [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const id = { type: 'string', format: 'uuid' };
  return [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: name === 'id' || name === 'userId' ? id : { type: 'string' },
    })),
    ...(query ? queryFields(query) : []).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema,
    })),
    ...(route.rate === 'upload' || repeatable ? [idempotencyKey] : []),
    ...(patientProof ? ['X-Patient-Proof', 'X-Patient-Browser'].map(optionalHeader) : []),
  ];
}

const optionalHeader = (name: string) => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
});
const idempotencyKey = optionalHeader('Idempotency-Key');

function bodyOf(route: Route, { body }: Operation, row: string): Pick<DescribedCall, 'requestBody'> {
  if (route.rate === 'upload')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: upload } } } };
  if (!body) return {};
  return {
    requestBody: {
      required: !body.safeParse(undefined).success,
      content: inJson(ref(`${operationName(row)}Body`)),
    },
  };
}

const upload: JsonSchema = {
  type: 'object',
  required: ['document'],
  properties: {
    document: {
      type: 'string',
      format: 'binary',
      description: `JPEG, PNG or PDF under ${limits.uploadBytes} bytes`,
    },
    comment: { type: 'string', maxLength: limits.commentMax },
  },
};

function responseOf(
  { response, media, ranges, status = 200 }: Operation,
  row: string,
): Record<string, unknown> {
  if (media) return { [status]: { description: 'OK', content: { [media]: {} } }, ...(ranges ? partial : {}) };
  if (response === undefined) return { [status]: { description: 'Accepted' } };
  const data = response ? ref(`${operationName(row)}Response`) : { type: 'null' };
  return { [status]: { description: 'OK', content: inJson(envelope(data)) } };
}

/** The responses to a Range header. */
const partial = {
  206: { description: 'The requested range', content: { 'application/octet-stream': {} } },
  416: { description: 'Range not satisfiable' },
};

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['status', 'data'],
  properties: { status: { const: 'success' }, data, message: { type: 'string' } },
  additionalProperties: false,
});

/**
 * The errors of a call. Those that follow from its access rule, its body or query, and the gateway itself are added
 * here, so operations need not list them. Every call can return 403: to a request over plain HTTP or, unless it is a
 * GET, from another site.
 */
function rejectionsOf(
  route: Route,
  { body, query, rejections = [], codes = {} }: Operation,
): Record<string, unknown> {
  const byAccess = route.access === 'public' ? [403] : [401, 403];
  const byInput = [...(body ? [400, 408, 413, 415] : []), ...(query ? [400] : [])];
  const byUpload = route.rate === 'upload' ? [408] : [];
  const all = [...byAccess, ...byInput, ...byUpload, ...rejections, 429, 500, 503];
  const described = [...new Set(all)].sort((one, other) => one - other);
  return Object.fromEntries(
    described.map((status) => {
      const own = codes[status] ?? [];
      return [status, failure(status === 403 && route.proof ? [...own, 'proof_required'] : own)];
    }),
  );
}

function failure(codes: readonly ErrorCode[]): unknown {
  if (codes.length === 0) return { $ref: '#/components/responses/Failure' };
  const description = `Possible codes include ${codes.map((code) => `\`${code}\``).join(', ')}`;
  return { description, content: inJson(ref('Failure')) };
}

function inJson(schema: JsonSchema): Record<string, { schema: JsonSchema }> {
  return { 'application/json': { schema } };
}
