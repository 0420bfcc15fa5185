import type { UnitOfWork, Emit } from '@caredrop/messaging';
import { about, howItEnded, recordAct, type Act } from '@caredrop/service-kit';
import { z } from 'zod';
import type { Tx } from '../database/prisma.service.js';

/**
 * An administrator's change to an account, audited in the same transaction; a denied one is audited as well.
 */
export async function recordedChange<R>(
  unitOfWork: UnitOfWork<Tx>,
  action: Act['action'],
  userId: string,
  work: (tx: Tx, emit: Emit) => Promise<R>,
): Promise<R> {
  const subject = z.uuid().safeParse(userId).success ? { subject: about.user(userId) } : {};
  try {
    return await unitOfWork.run(async (tx, emit) => {
      const result = await work(tx, emit);
      await recordAct(emit, { action, ...subject });
      return result;
    });
  } catch (error) {
    await recordAct(unitOfWork.emit, { action, ...howItEnded(error), ...subject });
    throw error;
  }
}
