import { purgeRowsCommand } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { sweepRows } from '../jobs/sweep-rows.js';
import { withAccounts } from './account-command.js';

export const purgeCommand = purgeRowsCommand<Tx>(
  `Removes now what the service removes every hour: sessions and password links a week after they expire, requests
   for password links and incomplete sign-ins that have expired, old attempt counters, devices not seen for 180 days
   (except an account's last one), absences a year after their end.`,
  (env, work) => withAccounts(env, (prisma) => prisma.$transaction(work, { timeout: 600_000 })),
  async (tx) => {
    const { sessions, passwordLinks, signIns, counters, devices, covers } = await sweepRows(tx);
    return {
      sessions,
      'password links': passwordLinks,
      'incomplete sign-ins': signIns,
      'attempt counters': counters,
      'known devices': devices,
      absences: covers,
    };
  },
);
