import { Validator } from '@seriousme/openapi-schema-validator';
import { errors } from '@caredrop/contracts';
import { routes } from '../routing/routes.js';
import { docsPage } from './docs-page.js';
import { openApi } from './document.js';
import { operations } from './operations.js';

const api = openApi(routes);
const schemas = api.components.schemas as Record<string, unknown>;
const callAt = (path: string, method: string) => {
  const call = api.paths[path]?.[method];
  if (!call) throw new Error(`${method} ${path} is not described`);
  return call;
};

describe('the OpenAPI document', () => {
  it('the document is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...api });
    expect({ valid, errors }).toMatchObject({ valid: true });
  });

  it('the document describes exactly the routes of the routing table', () => {
    const rows = routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(operations).sort()).toEqual(rows.sort());
  });

  it('every schema reference resolves to a schema of the document', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name = ''] of references) expect(schemas).toHaveProperty(name);
    expect(JSON.stringify(api)).not.toMatch(/\$defs|"\$id"|#\/components\/schemas\/__/);
  });

  it('every operation has a unique operationId', () => {
    const names = Object.values(api.paths).flatMap((methods) =>
      Object.values(methods).map((call) => call.operationId),
    );
    expect(new Set(names).size).toBe(routes.length);
  });

  it('operations describe their request bodies, responses and query parameters', () => {
    const make = callAt('/tokens', 'post');
    expect(make.requestBody).toMatchObject({ required: true });
    expect(make.responses).toHaveProperty('201');
    expect(schemas.PostTokensBody).toMatchObject({ required: ['patientRefId'] });
    expect(schemas.Token).toMatchObject({ properties: { user: { $ref: '#/components/schemas/Person' } } });
    expect(callAt('/admin/tokens/monitor', 'get').parameters).toContainEqual({
      name: 'status',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: ['active', 'used', 'expired', 'revoked'] },
    });
    expect(callAt('/admin/users/{id}/disable', 'post').requestBody).toMatchObject({ required: false });
    expect(callAt('/upload/{token}', 'post').requestBody?.content).toHaveProperty('multipart/form-data');
  });

  it('operations state who may call them and which errors they return', () => {
    expect(callAt('/tokens/bulk', 'post')).toMatchObject({
      security: [{ session: [] }],
      'x-access': 'admin',
    });
    expect(Object.keys(callAt('/tokens/bulk', 'post').responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(callAt('/auth/login', 'post').security).toEqual([]);
  });

  it('every operation describes the 403 for plain HTTP, and every operation with a body describes the 408 for a slow body', () => {
    for (const call of Object.values(api.paths).flatMap((methods) => Object.values(methods))) {
      expect(call.responses).toHaveProperty('403');
      if (call.requestBody) expect(call.responses).toHaveProperty('408');
    }
    expect(callAt('/auth/me', 'get').responses).not.toHaveProperty('408');
  });

  it('exactly the operations that may need a fresh proof are marked, and their 403 explains it', () => {
    const marked = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, call]) =>
        call['x-fresh-proof'] ? [`${method} ${path}`] : [],
      ),
    );
    expect(marked.sort()).toEqual([
      'delete /upload/files/bulk',
      'get /admin/audit/export',
      'post /admin/documents/download',
      'post /admin/teams/{id}/members',
      'post /admin/users',
      'post /admin/users/{id}/cover',
      'post /admin/users/{id}/disable',
      'post /admin/users/{id}/enable',
      'post /admin/users/{id}/second-factor/require',
      'post /admin/users/{id}/second-factor/reset',
      'post /auth/cover',
      'post /sending-jobs/{id}/results',
      'post /tokens/exports',
      'post /tokens/{id}/assign',
    ]);
    for (const row of marked) {
      const [method = '', path = ''] = row.split(' ');
      const { description } = callAt(path, method).responses['403'] as { description: string };
      expect(description).toContain('`proof_required`');
    }
  });

  it('the sign-in operation documents the error codes of its 401 response', () => {
    const { description } = callAt('/auth/login', 'post').responses['401'] as { description: string };
    for (const code of [
      'invalid_credentials',
      'password_link_needed',
      'second_factor_needed',
      'second_factor_setup_needed',
    ])
      expect(description).toContain(`\`${code}\``);
  });

  it('the description lists every error code with its status and its sentence, and no others', () => {
    const { properties } =
      (schemas as Record<string, { properties: { code: { enum: string[] } } }>).Failure ?? {};
    expect(Object.keys(api['x-errors'])).toEqual(properties?.code.enum);
    expect(api['x-errors'].link_used).toEqual({ status: 410, text: errors.link_used.text });
  });

  it('the HTML documentation contains every schema and no script', () => {
    const page = docsPage(api);
    for (const name of [...Object.keys(schemas).map((schema) => `schema-${schema}`), 'PostUploadToken'])
      expect(page).toContain(`id="${name}"`);
    expect(page).not.toMatch(/<script|\son\w+=|style="|https?:\/\/(?!json-schema)/);
  });
});
