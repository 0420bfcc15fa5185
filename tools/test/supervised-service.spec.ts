import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@caredrop/testing';
import { freePort } from '@caredrop/testing/backing';
import { SupervisedService } from '../stack/supervised-service.ts';

let folder: string;
let service: SupervisedService | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'supervised-'));
});
afterEach(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

/** Instead of the service's program. */
const READY = `require('node:http').createServer((request, response) => response.end()).listen(process.env.PORT)`;

it('a service that cannot be restarted because its log cannot be opened is tried again until it can', async () => {
  const said: string[] = [];
  const logs = path.join(folder, 'logs');
  service = new SupervisedService({
    name: 'token',
    env: { PORT: String(await freePort()) },
    logFile: path.join(logs, 'token.log'),
    say: (line) => said.push(line),
    started: () => undefined,
    flags: ['--eval', READY],
    backOff: [10],
  });
  await service.start();
  const first = service.pid ?? 0;
  rmSync(logs, { recursive: true });
  writeFileSync(logs, 'not a folder');
  process.kill(first);
  await eventually(() => expect(said.join('\n')).toContain('token could not be restarted: E'));
  rmSync(logs);
  await eventually(() => expect([undefined, first]).not.toContain(service?.pid));
});
