import { createLogger } from '@caredrop/service-kit';
import { eventually } from '@caredrop/testing';
import { broken, plantedInspector } from '../../test/support/planted-inspector.js';
import { hostilePdfs } from '../../test/support/hostile-pdfs.js';
import { aPdf, multipart } from '../../test/support/multipart.js';
import { aJpeg, segment } from '../../test/support/pictures.js';
import { DocumentMetrics } from '../metrics.js';
import { BODY_BYTES, BUFFER_BYTES } from '../files/body-size.js';
import { DrawExchange, MeasureExchange } from './drawing-exchange.js';
import { InspectorPool, InspectorsUnavailable, type PoolOptions } from './inspector-pool.js';

const metrics = new DocumentMetrics();
let lines: string[];
let pool: InspectorPool;

function newPool(options: Partial<PoolOptions> = {}): InspectorPool {
  lines = [];
  const logger = createLogger('document', 'info', { write: (line) => void lines.push(line) });
  const standard = { processes: 1, withinMs: 60_000, memoryMb: 320, filesEach: 100, bodyBytes: BODY_BYTES };
  pool = new InspectorPool({ ...standard, ...options }, metrics, logger);
  return pool;
}
beforeEach(() => metrics.inspectorsEnded.reset());
afterEach(() => pool.close());

function jobOf(file: Parameters<typeof multipart>[0], comment?: string) {
  const { headers, body } = multipart(file, ...(comment === undefined ? [] : [{ comment }]));
  return {
    body,
    contentType: headers['content-type'] ?? '',
    maxPixels: 1_000_000,
    takeBuffer: () => Buffer.alloc(BUFFER_BYTES),
  };
}
const pdf = () => jobOf({ bytes: aPdf() });
const whose = (member = 'link', owner = 'ana') => ({ owner, member });
const inspect = (job = pdf(), signal?: AbortSignal) => pool.inspect(job, whose(), signal);
const ended = async () => (await metrics.inspectorsEnded.get()).values.map(({ labels }) => labels.reason);

describe('an inspector process', () => {
  it('an inspection returns the file’s position, name, type and comment and leaves the body unchanged', async () => {
    await newPool().start();
    const job = jobOf({ bytes: aPdf(), name: '../letter.pdf' }, ' for Dr Ana ');
    const before = Buffer.from(job.body);
    const found = await inspect(job);
    expect(found).toMatchObject({
      outcome: 'inspected',
      fileName: 'letter.pdf',
      type: 'application/pdf',
      comment: 'for Dr Ana',
      findings: ['unreadable'],
      stripped: null,
    });
    if (found.outcome !== 'inspected') throw new Error('not inspected');
    expect(job.body.subarray(found.start, found.start + found.size).equals(aPdf())).toBe(true);
    expect(job.body.equals(before)).toBe(true);
  });

  it('an inspection returns the photo without its metadata, or no bytes if it has no metadata', async () => {
    await newPool().start();
    const photo = (bytes: Buffer) => jobOf({ bytes, name: 'a.jpg', type: 'image/jpeg' });
    const cut = await inspect(photo(aJpeg({ width: 8, height: 8 }, segment(0xfe, 'SomePhone'))));
    expect(cut.outcome === 'inspected' && cut.stripped?.equals(aJpeg({ width: 8, height: 8 }))).toBe(true);
    expect(await inspect(photo(aJpeg()))).toMatchObject({ outcome: 'inspected', stripped: null });
  });

  it.each([
    ['file_required', jobOf({ comment: 'no file' })],
    ['file_empty', jobOf({ bytes: Buffer.alloc(0) })],
    ['comment_too_long', jobOf({ bytes: aPdf() }, 'x'.repeat(1_001))],
    ['type_refused', jobOf({ bytes: aPdf(), name: 'a.exe' })],
    [
      'too_many_pixels',
      jobOf({ bytes: aJpeg({ width: 2_000, height: 2_000 }), name: 'a.jpg', type: 'image/jpeg' }),
    ],
  ])('an inspector refuses a file with the reason %s', async (reason, job) => {
    await newPool().start();
    expect(await inspect(job)).toEqual({ outcome: 'refused', reason });
  });

  it('an inspector is replaced after its maximum number of files', async () => {
    await newPool({ filesEach: 2 }).start();
    const [first] = pool.pids;
    await inspect();
    expect(pool.pids).toContain(first);
    await inspect();
    await eventually(() => expect(pool.pids).not.toContain(first));
    expect(await inspect()).toMatchObject({ outcome: 'inspected' });
    expect(lines).toEqual([]);
  });
});

describe('drawing stored documents', () => {
  it('drawings leave one of several processes free, so an upload is inspected while they run', async () => {
    await newPool({ processes: 2 }).start();
    const started: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const draw = (name: string) =>
      pool.draw(
        async () => {
          started.push(name);
          await gate.promise;
          return new MeasureExchange(aPdf(), 'application/pdf');
        },
        whose(name, `reader of ${name}`),
      );
    const drawings = [draw('first'), draw('second')];
    expect(await inspect()).toMatchObject({ outcome: 'inspected' });
    expect(started).toEqual(['first']);
    gate.resolve(undefined);
    const undrawable = { outcome: 'undrawable', reason: 'damaged' };
    expect(await Promise.all(drawings)).toEqual([undrawable, undrawable]);
  });

  it('a page of noise is drawn, although its JPEG is a hundred times as large as that of a scanned page', async () => {
    await newPool().start();
    const box = { width: 2_048, height: 100_000 };
    const draw = async () => new DrawExchange(hostilePdfs.noise, 'application/pdf', 0, box);
    const drawn = await pool.draw(draw, whose());
    expect(drawn.outcome === 'drawn' && drawn.result.length).toBeGreaterThan(8 * 1024 * 1024);
  });
});

describe('a broken inspector', () => {
  it.each(Object.entries(broken))('an inspector that %s is killed and replaced', async (_what, program) => {
    newPool().startWith(plantedInspector(program));
    const [first] = pool.pids;
    expect(await inspect()).toMatchObject({ outcome: 'unfinished' });
    expect(await ended()).toEqual(['reply']);
    await eventually(() => expect(pool.pids).not.toContain(first));
    expect(pool.pids).toHaveLength(1);
  });

  it('an inspector that is suspended for longer than its processor time limit does not time out', async () => {
    await newPool({ withinMs: 1_000 }).start();
    await inspect();
    const [pid = 0] = pool.pids;
    process.kill(pid, 'SIGSTOP');
    const inspecting = inspect();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    process.kill(pid, 'SIGCONT');
    expect(await inspecting).toMatchObject({ outcome: 'inspected' });
    expect(await ended()).toEqual([]);
  });

  it('an inspector in an endless loop is killed when its processor time is used up', async () => {
    newPool({ withinMs: 300 }).startWith(plantedInspector('send(opened); for (;;);'));
    expect(await inspect()).toMatchObject({ outcome: 'unfinished', type: 'application/pdf' });
    expect(await ended()).toEqual(['time']);
  });

  it('an inspection does not time out while the service itself is blocked', async () => {
    await newPool({ withinMs: 100 }).start();
    await inspect();
    const inspecting = inspect();
    // Timers run next, so the time is checked before the reply is read.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    expect(await inspecting).toMatchObject({ outcome: 'inspected' });
  });

  it('an inspector that stops in the middle of its reply is killed', async () => {
    newPool({ withinMs: 100 }).startWith(plantedInspector('send(opened)'));
    expect(await inspect()).toMatchObject({
      outcome: 'unfinished',
      type: 'application/pdf',
      size: aPdf().length,
    });
    expect(await ended()).toEqual(['time']);
  });

  it('an inspector that exceeds its memory limit is killed', async () => {
    const grow = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 10)';
    newPool({ memoryMb: 200 }).startWith(plantedInspector(grow));
    expect(await inspect()).toEqual({ outcome: 'unfinished' });
    expect(await ended()).toEqual(['memory']);
  });

  it('a file that crashes its inspector is not inspected again', async () => {
    newPool().startWith(plantedInspector('process.exit(1)'));
    expect(await inspect()).toEqual({ outcome: 'unfinished' });
    expect(await ended()).toEqual(['crash']);
  });

  it('an inspector that replies without a request is replaced', async () => {
    newPool().startWith(
      plantedInspector(
        `send(opened); send({ step: 'inspected', findings: [], stripped: null }); send(opened)`,
      ),
    );
    const [first] = pool.pids;
    await inspect();
    await eventually(() => expect(pool.pids).not.toContain(first));
  });

  it('an inspector that cannot be started makes inspection unavailable', async () => {
    newPool().startWith(['/no/such/program']);
    await expect(inspect()).rejects.toThrow(InspectorsUnavailable);
    expect(lines.join()).toContain('an inspector process was replaced');
  });

  it('a file is inspected again when its inspector is killed from outside', async () => {
    newPool().startWith(plantedInspector('setInterval(() => undefined, 1_000)'));
    const inspecting = inspect();
    const [first = 0] = pool.pids;
    await pool.start();
    process.kill(first, 'SIGKILL');
    expect(await inspecting).toMatchObject({ outcome: 'inspected' });
    expect(await ended()).toEqual(['outside']);
  });
});

describe('the queue for inspectors', () => {
  it('files are inspected round robin by owner and link', async () => {
    await newPool({ processes: 1 }).start();
    const order: string[] = [];
    const files: [string, string][] = [
      ['ana', 'a1'],
      ['ana', 'a1'],
      ['ana', 'a1'],
      ['ana', 'a2'],
      ['ben', 'b1'],
    ];
    await Promise.all(
      files.map(([owner, member]) =>
        pool.inspect(pdf(), { owner, member }).then(() => order.push(`${owner} ${member}`)),
      ),
    );
    expect(order).toEqual(['ana a1', 'ana a1', 'ben b1', 'ana a2', 'ana a1']);
  });

  it('one owner’s files do not occupy every inspector while another owner waits', async () => {
    newPool({ processes: 2, withinMs: 60_000 }).startWith(
      plantedInspector('setInterval(() => undefined, 1_000)'),
    );
    const stuck = [inspect(), inspect()];
    await pool.start();
    expect(pool.waiting).toBe(1);
    const other = pool.inspect(pdf(), whose('other', 'ben'));
    await eventually(() => expect(pool.waiting).toBe(1));
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    expect(await other).toMatchObject({ outcome: 'inspected' });
    await Promise.all(stuck);
  });

  it('a file leaves the inspection queue when its upload is aborted', async () => {
    newPool({ processes: 1 }).startWith(plantedInspector(`setInterval(() => undefined, 1_000)`));
    const stuck = inspect();
    const gone = new AbortController();
    const waiting = inspect(pdf(), gone.signal);
    await eventually(() => expect(pool.waiting).toBe(1));
    gone.abort(new Error('claim lost'));
    await expect(waiting).rejects.toThrow('claim lost');
    expect(pool.waiting).toBe(0);
    await pool.start();
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    await stuck;
  });
});
