import { Inject, Injectable } from '@nestjs/common';
import { reminderStops, type Reminders, type SmsStatus } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { planReminders, remindersIfTextedNow } from '../reminder-plan/reminder-plan.js';
import { remindedLink, rulesOf } from '../reminder-plan/reminder-rules.js';
import { textsByLanguage } from '../sms/link-texts.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { statusOf } from '../tokens/token.js';

@Injectable()
export class ReminderQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly templates: TemplateVersions,
    @Inject(CONFIG) private readonly config: Config,
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
      planned: (active ? this.planned(token) : []).map((time) => time.toISOString()),
      paused: active && token.remindersPausedAt !== null,
      stopped: reminderStops.find((stop) => stop === token.remindersStopped) ?? null,
      texts: textsByLanguage(token, this.config, await this.templates.textsOf(token)),
      timeZone: rules.timeZone,
    };
  }

  /** The next reminder, and the ones after it if it is sent in time. */
  private planned(token: Token): Date[] {
    const { nextReminderAt: next, reminderCount: sent, remindersPausedAt: pausedAt } = token;
    const link = remindedLink(token);
    // None is sent while the patient's report that the link is not theirs is open.
    if (token.problemReason === 'not_mine') return [];
    if (!next || !link || pausedAt || this.config.REMINDERS === 'off') return [];
    return [next, ...planReminders({ ...link, sent: sent + 1, last: next }, rulesOf(this.config), next)];
  }

  /** Reminders since the last text, oldest first, including those that the provider refused. */
  private async sent({ id, remindersFrom }: Token): Promise<Reminders['sent']> {
    if (!remindersFrom) return [];
    const sends = await this.prisma.smsSend.findMany({
      where: {
        tokenId: id,
        reminder: { not: null },
        createdAt: { gte: remindersFrom },
        OR: [{ accepted: true }, { status: { not: null } }],
      },
      orderBy: { createdAt: 'asc' },
      select: { createdAt: true, status: true },
    });
    return sends.map(({ createdAt, status }) => ({
      at: createdAt.toISOString(),
      status: status as SmsStatus | null,
    }));
  }
}
