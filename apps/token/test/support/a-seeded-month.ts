import { randomBytes, randomUUID } from 'node:crypto';
import type { Principal } from '@caredrop/service-kit';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { ana, ben, type TokenApp } from './token-app.js';

/** A link and its steps, in minutes after it was made. */
interface Steps {
  owner?: Principal;
  language?: string | null;
  made?: string;
  /** The status of each text: the clinician's a minute after the link, then one reminder a day. */
  texts?: ('delivered' | 'failed')[];
  errorCode?: string;
  opened?: number;
  started?: number;
  arrived?: number;
  reviewed?: number;
  columns?: Partial<Prisma.TokenCreateManyInput>;
}

const MINUTE = 60_000;
const noon = '2026-10-12T12:00:00.000Z';
const after = (made: string, minutes: number | undefined) =>
  minutes === undefined ? null : new Date(Date.parse(made) + minutes * MINUTE);

export async function seedLink(app: TokenApp, { texts = [], ...steps }: Steps): Promise<string> {
  const { owner = ana, language = 'en', made = noon, opened, started, arrived, reviewed, columns } = steps;
  const id = randomUUID();
  await app.prisma.token.create({
    data: {
      ...{ id, ownerId: owner.userId, ownerFirstName: owner.firstName, ownerLastName: owner.lastName },
      ...{
        linkHash: randomBytes(32),
        linkPrefix: id.slice(0, 8),
        linkKeyId: 'k1',
        linkSealed: randomBytes(1),
      },
      ...{ patientRefId: 'P-1', language, createdAt: new Date(made) },
      ...{
        expiresAt: new Date('2026-12-01T00:00:00.000Z'),
        status: arrived === undefined ? 'active' : 'used',
      },
      ...{ firstOpenedAt: after(made, opened), firstStartedAt: after(made, started) },
      ...{
        usedAt: after(made, arrived),
        receivedAt: after(made, arrived),
        reviewedAt: after(made, reviewed),
      },
      ...columns,
    },
  });
  for (const [index, status] of texts.entries())
    await app.prisma.smsSend.create({ data: textOf(id, made, index, status, steps.errorCode) });
  return id;
}

function textOf(tokenId: string, made: string, index: number, status: string, errorCode = '30005') {
  const createdAt = after(made, 1 + index * 1440) ?? new Date();
  const delivered = status === 'delivered';
  return {
    ...{ deliveryId: randomUUID(), tokenId, phoneNumber: '', accepted: true, status, createdAt },
    ...{ reminder: index === 0 ? null : index, errorCode: delivered ? null : errorCode },
    deliveredAt: delivered ? new Date(createdAt.getTime() + MINUTE) : null,
  };
}

/**
 * October 2026 of a clinic in London, where the clocks go back on the 25th: 31 links, 14 of Ana and 17 of Ben. One was
 * made in the first millisecond of the month and one in the last. In addition, there is one link from just before the
 * month, one from just after it, and one for a later document of a request.
 */
export async function seedMonth(app: TokenApp): Promise<void> {
  const seed = async (count: number, steps: Steps) => {
    for (let nth = 0; nth < count; nth += 1) await seedLink(app, steps);
  };
  const sent: Steps = { texts: ['delivered'] };
  await seed(6, { ...sent, opened: 61, started: 71, arrived: 72, reviewed: 1512 });
  await seed(5, {
    ...{ language: 'pl', texts: ['delivered', 'delivered'] },
    ...{ opened: 4321, started: 4331, arrived: 4333 },
  });
  await seed(2, { ...sent, language: 'ar', opened: 31 });
  await seed(1, { ...sent, language: 'ar', opened: 31, made: '2026-10-31T23:59:59.999Z' });
  await seed(6, { owner: ben, texts: ['failed'], errorCode: '30005' });
  await seed(3, { owner: ben, texts: ['failed'], errorCode: '30006' });
  await seed(2, { owner: ben, texts: ['failed'], errorCode: '30003' });
  // Documents sent without JavaScript, so that no opening was reported; they have been deleted since.
  const deleted = { documentState: 'deleted' };
  await seed(5, { owner: ben, language: null, arrived: 100, reviewed: 160, columns: deleted });
  await seed(1, { owner: ben, made: '2026-09-30T23:00:00.000Z' });
  await seed(1, { owner: ben, made: '2026-09-30T22:59:59.999Z' });
  await seed(1, { ...sent, made: '2026-11-01T00:00:00.000Z' });
  // The second document of a request, whose link was not sent: the first link counts for the request.
  await seed(1, { arrived: 100, columns: { requestId: randomUUID(), itemPosition: 2 } });
}
