import { aJpeg, aPng, people, repeated } from '@caredrop/testing';
import { writtenPdf } from '@caredrop/testing/pdfs';
import { residentMb } from '../src/inspector/process-usage.js';
import { DocumentService } from './support/document-service.js';
import type { FakeLink } from './support/fake-token-service.js';
import type { FilePart } from './support/multipart.js';
import { chunk, pngSignature, segment, SOI } from './support/pictures.js';
import { ServiceProcess } from './support/service-process.js';
import { upload } from './support/uploads.js';

const SIZE = 5_000_000;
/** Hostile clients that send at the same time, each through its own links of the same clinician. */
const ATTACKERS = 4;
/** Honest uploads, sent one after the other, during the attack. */
const HONEST = 12;
const MAX_GROWTH_MB = 64;

const pdf = (unit: string): FilePart => ({ bytes: repeated(unit, SIZE, '%PDF-1.7\n1 0 obj<<') });
const photo = (bytes: Buffer): FilePart => ({ bytes, name: 'a.jpg', type: 'image/jpeg' });
const png = (bytes: Buffer): FilePart => ({ bytes, name: 'a.png', type: 'image/png' });
/** One input for each grammar that once took seconds to parse, or a gigabyte. */
const worst: FilePart[] = [
  { bytes: repeated('\r\n--caredrop-test-boundary', SIZE) },
  png(repeated(chunk('IEND', ''), SIZE, Buffer.concat([pngSignature, aPng().subarray(8, 33)]))),
  pdf('/#41'),
  pdf('( 1 0 obj '),
  photo(repeated(segment(0xe1, 'Exif\0\0'), SIZE, SOI)),
  { bytes: repeated(' ', SIZE, '%PDF-1.4\n'), name: `a${'.'.repeat(15_000)}b` },
  photo(aJpeg().subarray(0, -2)),
];

let service: DocumentService;
let running: ServiceProcess;
beforeAll(async () => {
  service = await DocumentService.start();
  running = await ServiceProcess.start({
    ...service.env,
    UPLOADS_PER_CLINICIAN_PER_DAY: '100000',
    INSPECTORS: '2', // The minimum that a service has by default.
  });
  service.url = running.url;
});
afterAll(async () => {
  await running.end('SIGTERM');
  await service.stop();
});

/**
 * Sends the worst files one after the other while `goesOn` returns true; returns the number of responses by
 * status.
 */
async function attack(first: number, goesOn: () => boolean): Promise<Map<number | 'broken', number>> {
  const statuses = new Map<number | 'broken', number>();
  let link: FakeLink | undefined;
  for (let n = first; goesOn(); n += 1) {
    // Uploads to a link are blocked after ten rejected files; an attacker with many links switches to the next one.
    link = n % 10 === 0 || !link ? service.token.newLink({ ownerId: people.ben.id }) : link;
    const file = worst[n % worst.length] ?? {};
    const status = await upload(service, link, { file }).then(
      (response) => response.status,
      brokenConnection,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

/** If a rejection arrives while the file is still being sent, Node's client may report only a write error. */
function brokenConnection(error: unknown): 'broken' {
  if ((error as { code?: string }).code !== 'EPIPE') throw error;
  return 'broken';
}

describe('repeated expensive files through links of one clinician', () => {
  it('uploads to another clinician succeed and memory stays bounded during the attack', async () => {
    const honest = { bytes: await writtenPdf() };
    for (let n = 0; n < 3; n += 1)
      expect((await upload(service, service.token.newLink(), { file: honest })).status).toBe(201);
    const before = residentMb(running.pid) ?? NaN;
    let underAttack = true;
    const attackers = Array.from({ length: ATTACKERS }, (_, first) => attack(first, () => underAttack));
    let most = 0;
    for (let n = 0; n < HONEST; n += 1) {
      const response = await upload(service, service.token.newLink({ ownerId: people.ana.id }), {
        file: honest,
      });
      expect(response.status).toBe(201);
      most = Math.max(most, residentMb(running.pid) ?? NaN);
    }
    underAttack = false;
    const statuses = await Promise.all(attackers);
    for (const status of statuses.flatMap((one) => [...one.keys()]))
      expect(['broken', 201, 400, 409, 410, 413, 415, 422, 429, 503]).toContain(status);
    // Each upload in progress holds one body, and the inspectors hold the rest.
    expect(most - before).toBeLessThan(MAX_GROWTH_MB + (ATTACKERS + 1) * 6);
    expect(running.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
