import { eventually } from '@caredrop/testing';
import type { InspectorPool } from '../../src/inspector/inspector-pool.js';

/**
 * A command whose inspector runs `program` once it has a PDF: code with `send(message, bytes)` and the
 * correct `opened` in scope.
 */
export const plantedInspector = (program: string): string[] => [
  process.execPath,
  '-e',
  `const send = (message, bytes = Buffer.alloc(0)) => {
     const json = Buffer.from(JSON.stringify(message));
     const head = Buffer.alloc(8);
     head.writeUInt32BE(json.length, 0);
     head.writeUInt32BE(bytes.length, 4);
     process.stdout.write(Buffer.concat([head, json, bytes]));
   };
   send({ step: 'ready' });
   let received = Buffer.alloc(0);
   process.stdin.on('end', () => process.exit());
   process.stdin.on('data', (chunk) => {
     const known = received.includes('%%EOF');
     received = Buffer.concat([received, chunk]);
     if (known || !received.includes('%%EOF')) return;
     const body = received.subarray(8 + received.readUInt32BE(0));
     const [start, size] = [body.indexOf('%PDF-'), body.indexOf('%%EOF') + 6 - body.indexOf('%PDF-')];
     const opened = { step: 'opened', start, size, fileName: 'a.pdf', type: 'application/pdf', comment: null };
     ${program}
   });`,
];

/** Programs of inspectors that are broken, or that were compromised by a file. */
export const broken = {
  'replies with garbage': `process.stdout.write('x'.repeat(10_000))`,
  'replies with broken JSON': `process.stdout.write(Buffer.from('\\0\\0\\0\\x02\\0\\0\\0\\0{{', 'latin1'))`,
  'announces a reply that is too long': `const head = Buffer.alloc(8); head.writeUInt32BE(2 ** 31, 0); process.stdout.write(head)`,
  'sends more bytes than the file has': `send(opened); send({ step: 'inspected', findings: [], stripped: { at: 0, from: 0, length: 0 } }, Buffer.alloc(size + 1))`,
  'takes bytes from beyond the file': `send(opened); send({ step: 'inspected', findings: [], stripped: { at: 0, from: size, length: 10 } })`,
  'sends bytes before it names a file': `send({ step: 'inspected', findings: [], stripped: { at: 0, from: 0, length: 0 } }, Buffer.alloc(21))`,
  'names a file beyond the body': `send({ ...opened, size: 5_000_000 })`,
  'names a file that begins before the body': `send({ ...opened, start: -5 })`,
  'claims that other bytes are a PDF': `send({ ...opened, start: start - 5 })`,
  'changes a PDF': `send(opened); send({ step: 'inspected', findings: [], stripped: { at: 0, from: 0, length: 0 } }, body.subarray(start, start + 10))`,
  'names a path': `send({ ...opened, fileName: '../../a.pdf' })`,
  'names a type that is not accepted': `send({ ...opened, type: 'text/html' })`,
  'makes up a field': `send({ ...opened, ownerId: 'another' })`,
  'makes up a reason': `send({ step: 'refused', reason: 'because' })`,
  'opens two files': `send(opened); send(opened)`,
  'starts twice': `send({ step: 'ready' }); send(opened); send({ step: 'inspected', findings: [], stripped: null })`,
  'sends findings before it names a file': `send({ step: 'inspected', findings: [], stripped: null })`,
} as const;

/** Replaces the inspectors by this program. After `pool.start()`, new processes are real inspectors again. */
export async function plant(pool: InspectorPool, program: string): Promise<void> {
  const before = pool.pids;
  pool.startWith(plantedInspector(program));
  for (const pid of before) process.kill(pid, 'SIGKILL');
  const isNew = (pid: number) => !before.includes(pid);
  await eventually(() => expect(pool.pids.filter(isNew)).toHaveLength(before.length));
  await eventually(() => expect(pool.pids.every(isNew)).toBe(true));
}
