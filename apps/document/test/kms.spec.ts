import type { Document } from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { startKmsEmulator, type KmsEmulator } from '@caredrop/testing/backing';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

let kms: KmsEmulator;
let key: string;
let service: DocumentService;

beforeEach(async () => {
  // Credentials as the SDK's default chain would find them on a machine without a role.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'test' });
  kms = await startKmsEmulator();
  key = kms.createKey();
  service = await DocumentService.start({ KEK_PROVIDER: 'kms', KMS_KEY_ID: key, KMS_ENDPOINT: kms.url });
});
afterEach(async () => {
  await service.stop();
  await kms.stop();
  delete process.env.AWS_ACCESS_KEY_ID;
  delete process.env.AWS_SECRET_ACCESS_KEY;
});

async function received(): Promise<Document> {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  const response = await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana });
  return response.body.data.uploads.find(({ tokens }) => tokens.token === link.link) as Document;
}
async function read({ file_url }: Document): Promise<[number, Buffer]> {
  const { status, bytes } = await service.call('GET', new URL(file_url ?? '').pathname.replace('/api', ''));
  return [status, bytes];
}
const keyIds = async () => (await service.prisma.document.findMany()).map(({ keyId }) => keyId);
const restart = async (settings: Record<string, string>) => {
  await service.app.close();
  Object.assign(service.env, settings);
  await service.listen();
};

it('KMS wraps each data key and unwraps it for reading', async () => {
  const document = await received();
  expect(await read(document)).toEqual([200, aPdf()]);
  expect(await keyIds()).toEqual([`kms:${key}`]);
  expect(kms.calls).toEqual(['GenerateDataKey', 'Decrypt']);
});

it('a wrapped key can be unwrapped only for its own document', async () => {
  const [one, other] = [await received(), await received()];
  const { wrappedKey } = await service.prisma.document.findUniqueOrThrow({ where: { id: other.id } });
  await service.prisma.document.update({ where: { id: one.id }, data: { wrappedKey } });
  expect((await read(one))[0]).toBe(500);
  expect((await read(other))[0]).toBe(200);
});

it('uploads and reads return 503 while KMS refuses, and succeed once it is back', async () => {
  const document = await received();
  kms.disable(key);
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(503);
  expect(link.claimId).toBeNull();
  expect((await read(document))[0]).toBe(503);
  kms.enable(key);
  expect((await read(document))[0]).toBe(200);
  await eventually(async () => expect((await upload(service, link)).status).toBe(201));
});

it('uploads return 503 while the current KMS key does not exist', async () => {
  await restart({ KMS_KEY_ID: 'arn:aws:kms:eu-west-2:111122223333:key/misspelt' });
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(503);
  expect(link.claimId).toBeNull();
});

it('documents under a configured key stay readable with KMS and can be rewrapped to it', async () => {
  await restart({ KEK_PROVIDER: 'config' });
  const document = await received();
  await restart({ KEK_PROVIDER: 'kms' });
  expect(await read(document)).toEqual([200, aPdf()]);
  expect((await command(service, 'keys rewrap')).text).toBe(`1 data keys are wrapped under kms:${key} now`);
  expect(await keyIds()).toEqual([`kms:${key}`]);
  expect(await read(document)).toEqual([200, aPdf()]);
  expect((await command(service, 'keys status')).text).toContain(`KEK_KEYS kms:${key}: current, 1 documents`);
});

it('rewrapping to another KMS key calls only ReEncrypt', async () => {
  const document = await received();
  const next = kms.createKey();
  await restart({ KMS_KEY_ID: next });
  const before = kms.calls.length;
  await command(service, 'keys rewrap');
  expect(kms.calls.slice(before)).toEqual(['ReEncrypt']);
  expect(await keyIds()).toEqual([`kms:${next}`]);
  expect(await read(document)).toEqual([200, aPdf()]);
});

it('rewrapping to a KMS key that does not exist fails without reporting the keys of documents as damaged', async () => {
  const document = await received();
  await restart({ KMS_KEY_ID: 'arn:aws:kms:eu-west-2:111122223333:key/misspelt' });
  await expect(command(service, 'keys rewrap')).rejects.toThrow('The key service cannot be used');
  expect(await keyIds()).toEqual([`kms:${key}`]);
  expect(await read(document)).toEqual([200, aPdf()]);
});

it('rewrapping reports a document whose old KMS key was deleted, and rewraps the others', async () => {
  const { id } = await received();
  const next = kms.createKey();
  await restart({ KMS_KEY_ID: next });
  await received();
  const last = kms.createKey();
  kms.delete(key);
  await restart({ KMS_KEY_ID: last });
  const { text, exitCode } = await command(service, 'keys rewrap');
  expect(text).toContain(`1 data keys are wrapped under kms:${last} now\nCannot be opened: 1\n  ${id}`);
  expect(exitCode).toBe(2);
  expect((await keyIds()).sort()).toEqual([`kms:${key}`, `kms:${last}`].sort());
});
