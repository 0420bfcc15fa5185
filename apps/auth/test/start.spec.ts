import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

describe('a process without its secrets', () => {
  it('stops with one sentence that names them', async () => {
    const child = spawn(process.execPath, [main], {
      env: { PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain('SESSION_KEYS is not set');
    expect(said).toContain('INTERNAL_PRIVATE_KEY is not set');
  });
});
