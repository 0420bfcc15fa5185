import { keepLinkOnLeave, takeLinkToken } from './link-token.js';

const open = (address: string, state: unknown = null) => window.history.replaceState(state, '', address);
const take = () => takeLinkToken(window.location, window.history, sessionStorage);

let forget: (() => void) | undefined;
beforeEach(() => sessionStorage.clear());
afterEach(() => forget?.());

describe('the link token', () => {
  it('the token is moved from the address bar into the history entry', () => {
    open('/upload?token=abc123');
    expect(take()).toBe('abc123');
    expect(window.location.href).not.toContain('abc123');
    expect(window.location.pathname).toBe('/upload');
  });

  it('the token is found again after a reload', () => {
    open('/upload?token=abc123');
    take();
    expect(take()).toBe('abc123');
  });

  it('a kept token is found again after a reload that lost the history entry', () => {
    forget = keepLinkOnLeave('abc123', sessionStorage);
    window.dispatchEvent(new Event('pagehide'));
    open('/upload');
    expect(take()).toBe('abc123');
    expect(sessionStorage).toHaveLength(0);
  });

  it('another link opened in the same tab replaces a kept token', () => {
    forget = keepLinkOnLeave('abc123', sessionStorage);
    window.dispatchEvent(new Event('pagehide'));
    open('/upload?token=other');
    expect(take()).toBe('other');
    open('/upload');
    expect(take()).toBeNull();
  });

  it.each(['/upload?Token=abc123', '/upload?utm_source=sms&amp;token=abc123', '/upload?token=abc123&token='])(
    'the token is found in %s',
    (address) => {
      open(address);
      expect(take()).toBe('abc123');
    },
  );

  it('the token in the query takes precedence over the one in the history entry', () => {
    open('/upload?token=new', { linkToken: 'old' });
    expect(take()).toBe('new');
  });

  it.each(['/upload', '/upload?token=', '/upload?token=%20%20', '/upload?other=1'])(
    'no token is found in %s',
    (address) => {
      open(address);
      expect(take()).toBeNull();
    },
  );

  it.each([[{ linkToken: '' }], [{ linkToken: 7 }], ['text'], [{}]])(
    'no token is found in the history state %p',
    (state) => {
      open('/upload', state);
      expect(take()).toBeNull();
    },
  );
});
