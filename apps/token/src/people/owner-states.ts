import { Inject, Injectable } from '@nestjs/common';
import { userNamesResponse } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';
import type { BelongingToken } from '../belonging/about-token.js';

/** `unknown`: an auth service of version 0.1 does not report whether an account is disabled. */
export type OwnerState = 'enabled' | 'disabled' | 'unknown';

/** Checks with the auth service whether owners' accounts are enabled; never cached. */
@Injectable()
export class OwnerStates {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /** Keyed by owner id; deleted accounts are left out. Throws when the auth service cannot be reached. */
  async of(ownerIds: string[]): Promise<Map<string, OwnerState>> {
    const ids = [...new Set(ownerIds)];
    if (ids.length === 0) return new Map();
    const { users } = await this.client.post('auth', '/internal/users/names', { ids }, userNamesResponse, {
      onBehalf: false,
    });
    return new Map(users.map(({ id, disabled }) => [id, stateOf(disabled)]));
  }
}

/** The state that counts for a link: the members of a team can look after it whatever the state of its owner. */
export const ownerOrTeamState = (
  { ownerId, teamId }: Pick<BelongingToken, 'ownerId' | 'teamId'>,
  owners: Map<string, OwnerState>,
): OwnerState => (teamId === null ? (owners.get(ownerId) ?? 'disabled') : 'enabled');

function stateOf(disabled: boolean | undefined): OwnerState {
  if (disabled === undefined) return 'unknown';
  return disabled ? 'disabled' : 'enabled';
}
