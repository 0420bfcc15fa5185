import type { Document } from '@caredrop/contracts';
import type { SignedInUser } from './users.ts';
import type { Harness } from './harness.ts';

const PAGE = 200;

/** Uploads `count` photos of `size` bytes to `owner` as a patient does, and returns them as the owner sees them. */
export async function sendDocuments(
  harness: Harness,
  owner: SignedInUser,
  count: number,
  size: number,
): Promise<Document[]> {
  const links = await harness.links(count, owner);
  const paths = links.map(({ value }) => `/api/upload/${value}`);
  const body = { document: size, type: 'photo' } as const;
  await harness.load.run({ origin: harness.url, method: 'POST', paths, body, atOnce: 4 }, 201);
  return (await newest(harness, owner)).slice(0, count);
}

async function newest(harness: Harness, { bearer }: SignedInUser): Promise<Document[]> {
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await fetch(`${harness.url}/api/documents?limit=${String(PAGE)}`, { headers });
  const { data } = (await response.json()) as { data: { uploads: Document[] } };
  return data.uploads;
}
