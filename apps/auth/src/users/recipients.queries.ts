import { Injectable } from '@nestjs/common';
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
}

type About = 'documents' | 'account' | 'new_admin';

@Injectable()
export class RecipientsQueries {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * About documents: the user, or the admins when the user is disabled. About the account itself: always the
   * user. About a new admin: all other admins. Empty when the user does not exist.
   */
  async of(userId: string, about: About): Promise<Recipients> {
    const user = await this.prisma.user.findUnique({ where: { id: userId } });
    if (!user) return { recipients: [] };
    if (about === 'new_admin') return this.ofNewAdmin(user);
    if (!user.disabled || about === 'account') return { recipients: [toRecipient(user)] };
    return { recipients: await this.admins() };
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
