import { Inject, Injectable } from '@nestjs/common';
import { userNamesResponse } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';

export interface Colleague {
  userId: string;
  firstName: string;
  lastName: string;
  disabled: boolean;
}

/** Looks up users to whom links can be assigned; asks the auth service each time. */
@Injectable()
export class Colleagues {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /** Null for a deleted or unknown user. Throws when the auth service cannot be reached. */
  async find(userId: string): Promise<Colleague | null> {
    const { users } = await this.client.post(
      'auth',
      '/internal/users/names',
      { ids: [userId] },
      userNamesResponse,
      {
        onBehalf: false,
      },
    );
    const found = users.find(({ id }) => id === userId);
    if (!found) return null;
    const { firstName, lastName, disabled = false } = found;
    return { userId, firstName, lastName, disabled };
  }
}
