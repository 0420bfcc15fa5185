import { Inject, Injectable } from '@nestjs/common';
import { reminderStops, type Reminders, type SmsStatus } from '@caredrop/contracts';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { OwnerStates, ownerOrTeamState } from '../people/owner-states.js';
import { planReminders, remindersIfTextedNow } from '../reminder-plan/reminder-plan.js';
import { remindedBy } from '../reminder-plan/reminded-by.js';
import { isRemindedAgain, remindedLink, rulesOf } from '../reminder-plan/reminder-rules.js';
import { textsByLanguage } from '../sms/link-texts.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { statusOf } from '../tokens/token.js';

@Injectable()
export class ReminderQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly templates: TemplateVersions,
    private readonly ownerStates: OwnerStates,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A link's reminders and default texts, as the API shows them. */
  async of(token: Token, now = new Date()): Promise<Reminders> {
    const rules = rulesOf(this.config);
    const { expiresAt } = token;
    const active = statusOf(token, now) === 'active';
    const ifTextedNow = active ? remindersIfTextedNow(expiresAt, rules, now) : [];
    return {
      ifTextedNow: ifTextedNow.map((time) => time.toISOString()),
      sent: await this.sent(token),
      channel: remindedBy(token),
      planned: (active ? await this.planned(token) : []).map((time) => time.toISOString()),
      paused: active && token.remindersPausedAt !== null,
      stopped: reminderStops.find((stop) => stop === token.remindersStopped) ?? null,
      wanted: isRemindedAgain(token),
      texts: textsByLanguage(token, this.config, await this.templates.textsOf(token)),
      timeZone: rules.timeZone,
    };
  }

  /** The next reminder, and the ones after it if it is sent in time. */
  private async planned(token: Token): Promise<Date[]> {
    const { nextReminderAt: next, reminderCount: sent, remindersPausedAt: pausedAt } = token;
    const link = remindedLink(token);
    // None is sent while the patient's report that the link is not theirs is open.
    if (token.problemReason === 'not_mine') return [];
    if (!next || !link || pausedAt || this.config.REMINDERS === 'off') return [];
    if (await this.isOwnerDisabled(token)) return [];
    return [next, ...planReminders({ ...link, sent: sent + 1, last: next }, rulesOf(this.config), next)];
  }

  /** Whether reminders are skipped because the owner is disabled. While auth is unavailable, the plan is shown. */
  private async isOwnerDisabled(token: Token): Promise<boolean> {
    try {
      return ownerOrTeamState(token, await this.ownerStates.of([token.ownerId])) === 'disabled';
    } catch (err) {
      this.logger.warn({ err }, 'failed to look up the owner of planned reminders');
      return false;
    }
  }

  /** Reminders since the link was last sent, oldest first, including those that were refused. */
  private async sent({ id: tokenId, remindersFrom }: Token): Promise<Reminders['sent']> {
    if (!remindersFrom) return [];
    const since = { tokenId, reminder: { not: null }, createdAt: { gte: remindersFrom } };
    const select = { createdAt: true, status: true };
    const [texts, emails] = await Promise.all([
      this.prisma.smsSend.findMany({
        where: { ...since, OR: [{ accepted: true }, { status: { not: null } }] },
        select,
      }),
      this.prisma.linkEmail.findMany({ where: { ...since, status: { not: 'cancelled' } }, select }),
    ]);
    const rows = [
      ...texts.map((row) => ({ ...row, channel: 'sms' as const })),
      ...emails.map((row) => ({
        ...row,
        status: row.status === 'queued' ? null : row.status,
        channel: 'email' as const,
      })),
    ];
    rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    return rows.map(({ createdAt, status, channel }) => ({
      ...{ at: createdAt.toISOString(), status: status as SmsStatus | null, channel },
    }));
  }
}
