import type { Document } from '@caredrop/contracts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

const PAGE = 200;

/** Sends so many photos of `size` bytes to `owner` as patients do, and answers them as the owner sees them. */
export async function sendDocuments(
  world: World,
  owner: Person,
  count: number,
  size: number,
): Promise<Document[]> {
  const links = await world.links(count, owner);
  const paths = links.map(({ value }) => `/api/upload/${value}`);
  const body = { document: size, type: 'photo' } as const;
  await world.load.run({ origin: world.url, method: 'POST', paths, body, atOnce: 4 }, 201);
  return (await newest(world, owner)).slice(0, count);
}

async function newest(world: World, { bearer }: Person): Promise<Document[]> {
  const headers = { authorization: `Bearer ${bearer}` };
  const answer = await fetch(`${world.url}/api/documents?limit=${String(PAGE)}`, { headers });
  const { data } = (await answer.json()) as { data: { uploads: Document[] } };
  return data.uploads;
}
