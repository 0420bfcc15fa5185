import { routeFor, routes } from './routes.js';

describe('the routing table', () => {
  it('every route has an access rule and a rate limit', () => {
    for (const { access, rate } of routes) {
      expect(['public', 'signed in', 'admin']).toContain(access);
      expect(rate).toBeTruthy();
    }
  });

  it('no route appears twice in the table', () => {
    const names = routes.map(({ method, path }) => `${method} ${path.replace(/:[a-z]+/gi, ':')}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('no route has or forwards to an internal path', () => {
    for (const { path, to } of routes)
      expect(`${path} ${to.path}`).not.toMatch(/internal|health|metrics|jwks/);
  });

  it('only administrators may call the admin routes, the user routes and bulk creation', () => {
    for (const route of routes) if (/^\/(admin|users)\b/.test(route.path)) expect(route.access).toBe('admin');
    expect(routeFor('POST', '/tokens/bulk').access).toBe('admin');
  });

  it('the public routes are sign-in, password reset, links, uploads, files, SMS status and API docs', () => {
    const open = routes
      .filter(({ access }) => access === 'public')
      .map(({ method, path }) => `${method} ${path}`);
    expect(open).toEqual([
      'POST /auth/login',
      'POST /auth/login/code',
      'POST /auth/login/enrol',
      'POST /auth/login/confirm',
      'POST /auth/forgot-password',
      'POST /auth/reset-password',
      'GET /tokens/validate/:token',
      'POST /links/renewals',
      'POST /links/problems',
      'POST /links/language',
      'POST /links/check',
      'POST /links/opened',
      'POST /links/request',
      'POST /links/skip',
      'POST /upload/:token',
      'GET /files/:capability',
      'GET /files/:capability/pages',
      'GET /files/:capability/pages/:page',
      'GET /files/:capability/thumbnail',
      'POST /twilio/status',
      'GET /openapi.json',
      'GET /docs',
      'GET /docs/style.css',
    ]);
  });

  it('the table marks exactly the calls that may need a fresh proof', () => {
    const proven = routes.filter(({ proof }) => proof).map(({ method, path }) => `${method} ${path}`);
    expect(proven).toEqual([
      'POST /auth/cover',
      'POST /admin/teams/:id/members',
      'POST /tokens/exports',
      'POST /tokens/:id/assign',
      'POST /sending-jobs/:id/results',
      'POST /admin/documents/download',
      'DELETE /upload/files/bulk',
      'POST /admin/users',
      'POST /admin/users/:id/disable',
      'POST /admin/users/:id/enable',
      'POST /admin/users/:id/cover',
      'POST /admin/users/:id/second-factor/require',
      'POST /admin/users/:id/second-factor/reset',
      'GET /admin/audit/export',
    ]);
  });

  it('no route puts a token value into the URL of a service', () => {
    for (const { path, to, link } of routes) {
      expect(link !== null).toBe(path.includes(':token'));
      expect(to.path).not.toContain(':token');
    }
  });

  it('looking up a route that is not in the table throws', () => {
    expect(() => routeFor('GET', '/nothing')).toThrow('not in the routing table');
  });
});
