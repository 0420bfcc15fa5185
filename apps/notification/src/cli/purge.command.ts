import { purgeRowsCommand } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { purgeRows } from '../jobs/purge-rows.js';
import { withCommandContext } from './with-command-context.js';

export const purgeCommand = purgeRowsCommand<{ tx: Tx; config: Config }>(
  `Removes the records of emails that were settled, and of texts and announced documents that were created, more than
   DELIVERIES_KEPT_DAYS days ago. The service does the same every six hours.`,
  (env, work) =>
    withCommandContext(env, ({ prisma, config }) =>
      prisma.$transaction((tx) => work({ tx, config }), { timeout: 600_000 }),
    ),
  async ({ tx, config }) => {
    const { mails, texts, documents } = await purgeRows(tx, config.DELIVERIES_KEPT_DAYS);
    return {
      'records of emails': mails,
      'records of text messages': texts,
      'records of announced documents': documents,
    };
  },
);
