import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { assertFree, whyNotFree } from '../stack/assert-free.ts';

const LOCAL = '127.0.0.1';

it('a free port is accepted, and one in use by another program is reported as such', async () => {
  const other = createServer().listen(0, LOCAL);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(assertFree(port, LOCAL)).rejects.toThrow(
    `Port ${String(port)} is in use by another program: stop it, or choose another port (PORT=${String(port + 1)} npm start)`,
  );
  other.close();
  await once(other, 'close');
  await expect(assertFree(port, LOCAL)).resolves.toBeUndefined();
});

it('an address that this machine does not have is reported as such', async () => {
  await expect(assertFree(0, '192.0.2.1')).rejects.toThrow(
    'This machine does not have the address 192.0.2.1: correct HOST',
  );
});

// The error is made up, because root may use every port.
it('a port that only root may use is reported as such', () => {
  expect(whyNotFree(80, LOCAL, Object.assign(new Error('listen EACCES'), { code: 'EACCES' }))).toBe(
    'This user may not use port 80: choose another port (PORT=8080 npm start)',
  );
});
