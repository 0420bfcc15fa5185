import { Injectable } from '@nestjs/common';
import { teamLimits } from '@caredrop/contracts';
import { coverRuns } from '../covers/cover-runs.js';
import { PrismaService } from '../database/prisma.service.js';
import type { User } from '../generated/prisma/client.js';

export interface Recipient {
  userId: string;
  email: string;
  firstName: string;
}

export interface Recipients {
  recipients: Recipient[];
  /** The user an email is about, if its text names one. */
  person?: { name: string; email: string };
  /** True if the recipients are the admins, because no one looks after the links. */
  admins?: boolean;
}

type About = 'documents' | 'account' | 'new_admin';

@Injectable()
export class RecipientsQueries {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the recipients of an email. `documents`: the users who look after this user's and this team's links, or
   * the enabled admins if there are none. `account`: always the user. `new_admin`: all other enabled admins. Empty if
   * the user does not exist.
   */
  async of(userId: string, about: About, teamId?: string | null): Promise<Recipients> {
    const user = await this.prisma.user.findUnique({ where: { id: userId } });
    if (!user) return { recipients: [] };
    if (about === 'new_admin') return this.ofNewAdmin(user);
    if (about === 'account') return { recipients: [toRecipient(user)] };
    const concerned = await this.concerned(userId, teamId ?? null);
    return concerned.length > 0
      ? { recipients: concerned }
      : { recipients: await this.admins(), admins: true };
  }

  /**
   * The users who look after the links: the owner, then the rest by name. Colleagues who have not accepted their
   * invitation cannot sign in to open a document: they receive nothing, and do not count as watching.
   */
  private concerned(ownerId: string, teamId: string | null): Promise<Recipient[]> {
    return this.prisma.$queryRaw<Recipient[]>`
      WITH members AS (
        SELECT m.user_id, m.watching, count(*) FILTER (WHERE m.watching) OVER () AS watchers
          FROM team_members m JOIN users u ON u.id = m.user_id
         WHERE m.team_id = ${teamId}::uuid AND NOT u.disabled AND u.password_hash IS NOT NULL
      ), concerned AS (
        SELECT ${ownerId}::uuid AS id
        UNION
        SELECT cover_id FROM covers WHERE user_id = ${ownerId}::uuid AND ${coverRuns}
        UNION
        SELECT user_id FROM members WHERE watching OR watchers < ${teamLimits.enoughWatchers}
      )
      SELECT u.id AS "userId", u.email, u.first_name AS "firstName" FROM users u JOIN concerned USING (id)
       WHERE NOT u.disabled AND (u.id = ${ownerId}::uuid OR u.password_hash IS NOT NULL)
       ORDER BY u.id <> ${ownerId}::uuid, u.last_name, u.first_name, u.id`;
  }

  private async ofNewAdmin(user: User): Promise<Recipients> {
    const others = (await this.admins()).filter((admin) => admin.userId !== user.id);
    return { recipients: others, person: { name: `${user.firstName} ${user.lastName}`, email: user.email } };
  }

  private async admins(): Promise<Recipient[]> {
    const admins = await this.prisma.user.findMany({
      where: { role: 'admin', disabled: false },
      orderBy: { createdAt: 'asc' },
    });
    return admins.map(toRecipient);
  }
}

const toRecipient = ({
  id,
  email,
  firstName,
}: {
  id: string;
  email: string;
  firstName: string;
}): Recipient => ({
  userId: id,
  email,
  firstName,
});
