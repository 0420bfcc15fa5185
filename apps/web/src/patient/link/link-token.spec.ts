import { takeLinkToken } from './link-token.js';

const open = (address: string, state: unknown = null) => window.history.replaceState(state, '', address);
const take = () => takeLinkToken(window.location, window.history);

describe('the link token', () => {
  it('is moved from the address bar into the history entry', () => {
    open('/upload?token=abc123');
    expect(take()).toBe('abc123');
    expect(window.location.href).not.toContain('abc123');
    expect(window.location.pathname).toBe('/upload');
  });

  it('is found again after a reload, which keeps the history entry', () => {
    open('/upload?token=abc123');
    take();
    expect(take()).toBe('abc123');
  });

  it('is the one in the query when the entry still holds another', () => {
    open('/upload?token=new', { linkToken: 'old' });
    expect(take()).toBe('new');
  });

  it.each(['/upload', '/upload?token=', '/upload?token=%20%20', '/upload?other=1'])(
    'is absent in %s',
    (address) => {
      open(address);
      expect(take()).toBeNull();
    },
  );

  it.each([[{ linkToken: '' }], [{ linkToken: 7 }], ['text'], [{}]])('is absent in the state %p', (state) => {
    open('/upload', state);
    expect(take()).toBeNull();
  });
});
