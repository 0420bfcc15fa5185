import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

export interface Recipient {
  userId: string;
  email: string;
  firstName: string;
}

@Injectable()
export class RecipientsQueries {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * About documents: the user, or the admins where the user is disabled (design §4). About the account
   * itself: always the user. Nobody where there is no such user.
   */
  async of(userId: string, about: 'documents' | 'account'): Promise<Recipient[]> {
    const user = await this.prisma.user.findUnique({ where: { id: userId } });
    if (!user) return [];
    if (!user.disabled || about === 'account') return [toRecipient(user)];
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
