import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { eventually } from '@caredrop/testing';
import { InspectorPool } from '../src/inspector/inspector-pool.js';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { broken, plant } from './support/planted-inspector.js';
import { ServiceProcess } from './support/service-process.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let pool: InspectorPool;
beforeAll(async () => {
  service = await DocumentService.start({ INSPECTORS: '1' });
  pool = service.app.get(InspectorPool);
});
afterAll(() => service.stop());

const pidOf = (): number => pool.pids[0] ?? 0;
const proc = (pid: number, file: string) => readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Node has the file of NODE_EXTRA_CA_CERTS open while it starts, so processes started at that moment, such as
 * Jest's workers, inherit it. It contains only public certificates.
 */
const harmless = ['/dev/null', process.env.NODE_EXTRA_CA_CERTS];

describe('an inspector process', () => {
  it('an inspector process has no settings, no file handles except its pipes and no network', async () => {
    // Its command line names the program even before the program is confined and started.
    await eventually(() => {
      expect(proc(pidOf(), 'cmdline')).toContain('inspector/main.js');
      expect(proc(pidOf(), 'environ').split('\0').filter(Boolean)).toEqual(['PATH=/usr/bin:/bin']);
      expect(readlinkSync(`/proc/${String(pidOf())}/cwd`)).toBe('/');
      // At startup it opens and closes the files of its program.
      const handles = readdirSync(`/proc/${String(pidOf())}/fd`).map((fd) =>
        readlinkSync(`/proc/${String(pidOf())}/fd/${fd}`),
      );
      expect(handles.filter((handle) => handle.startsWith('socket:'))).toHaveLength(2);
      const files = handles.filter((handle) => handle.startsWith('/') && !harmless.includes(handle));
      expect(files).toEqual([]);
      expect(
        proc(pidOf(), 'net/dev')
          .split('\n')
          .slice(2)
          .filter((line) => /^\s*(?!lo:)\w+:/.test(line)),
      ).toEqual([]);
      expect(proc(pidOf(), 'limits')).toMatch(/Max core file size\s+0\s+0/);
      expect(proc(pidOf(), 'status')).toMatch(/NoNewPrivs:\s+1/);
    });
  });

  it('inspection logs contain neither file names nor file content', async () => {
    service.lines.length = 0;
    const canary = 'Canary-Name-4711';
    await upload(service, service.token.newLink(), { file: { name: `${canary}.exe`, bytes: aPdf(canary) } });
    await upload(service, service.token.newLink(), { file: { name: `${canary}.pdf`, bytes: aPdf(canary) } });
    await service.prisma.document.deleteMany();
    expect(service.lines.join()).not.toContain(canary);
  });
});

describe('a compromised inspector', () => {
  it.each(Object.entries(broken))(
    'an inspector that %s stores nothing, and the next upload succeeds',
    async (_what, program) => {
      const objects = await service.objects();
      await plant(pool, program);
      const link = service.token.newLink();
      const response = await upload(service, link);
      // If the broken reply had already declared a PDF, the code is `pdf_uncheckable`, otherwise `file_uncheckable`.
      expect(response.status).toBe(422);
      expect(response.body.code).toMatch(/^(file|pdf)_uncheckable$/);
      await eventually(() => expect(link.claimId).toBeNull());
      expect(await service.objects()).toEqual(objects);
      await pool.start();
      for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
      expect((await upload(service, link)).status).toBe(201);
    },
  );

  it('an upload whose inspectors keep being killed is refused with 503', async () => {
    await plant(pool, `process.kill(process.pid, 'SIGKILL')`);
    const response = await upload(service, service.token.newLink());
    expect([response.status, response.body.code]).toEqual([503, 'upload_unavailable']);
    await pool.start();
  });
});

describe('a repeated upload that cannot be compared with the document', () => {
  it.each([
    ['no inspector can be started', `process.kill(process.pid, 'SIGKILL')`],
    ['its inspection does not finish', broken['replies with garbage']],
  ])('a repeated upload gets 503 with Retry-After and is not refused when %s', async (_what, program) => {
    const link = service.token.newLink();
    const given = { key: 'the same key', file: { bytes: aPdf() } };
    const first = await upload(service, link, given);
    await plant(pool, program);
    const repeated = await upload(service, link, given);
    await pool.start();
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    expect([repeated.status, repeated.body.code]).toEqual([503, 'upload_unavailable']);
    expect(repeated.headers['retry-after']).toBeDefined();
    expect((await upload(service, link, given)).body.data).toEqual(first.body.data);
  });
});

describe('a service that is killed', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a service ended with %s leaves no inspector process running',
    async (signal) => {
      const running = await ServiceProcess.start({ ...service.env, INSPECTORS: '2' });
      const children = () =>
        proc(running.pid, `task/${String(running.pid)}/children`)
          .trim()
          .split(' ')
          .map(Number);
      await eventually(() => expect(children()).toHaveLength(2));
      const pids = children();
      for (const pid of pids)
        await eventually(() => expect(proc(pid, 'cmdline')).toContain('inspector/main.js'));
      // Suspended, so that it cannot notice that its input was closed.
      if (signal === 'SIGKILL') process.kill(pids[0] ?? 0, 'SIGSTOP');
      await running.end(signal);
      await eventually(() => expect(pids.filter(alive)).toEqual([]));
    },
  );
});
