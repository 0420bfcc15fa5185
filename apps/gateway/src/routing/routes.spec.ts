import { routeFor, routes } from './routes.js';

describe('the routing table', () => {
  it('says of every row who may call it and how often', () => {
    for (const { access, rate } of routes) {
      expect(['public', 'signed in', 'admin']).toContain(access);
      expect(rate).toBeTruthy();
    }
  });

  it('holds no call twice', () => {
    const names = routes.map(({ method, path }) => `${method} ${path.replace(/:[a-z]+/gi, ':')}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('leads to no internal path', () => {
    for (const { path, to } of routes)
      expect(`${path} ${to.path}`).not.toMatch(/internal|health|metrics|jwks/);
  });

  it('keeps what administrators alone may do from everybody else', () => {
    for (const route of routes) if (/^\/(admin|users)\b/.test(route.path)) expect(route.access).toBe('admin');
    expect(routeFor('POST', '/tokens/bulk').access).toBe('admin');
  });

  it('opens to strangers only what a patient, a link, a provider or a forgotten password needs', () => {
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
      'POST /upload/:token',
      'GET /files/:capability',
      'POST /twilio/status',
      'GET /openapi.json',
      'GET /docs',
      'GET /docs/style.css',
    ]);
  });

  it('never puts a link into the URL of a service', () => {
    for (const { path, to, link } of routes) {
      expect(link !== null).toBe(path.includes(':token'));
      expect(to.path).not.toContain(':token');
    }
  });

  it('knows no call that is not in it', () => {
    expect(() => routeFor('GET', '/nothing')).toThrow('not in the routing table');
  });
});
