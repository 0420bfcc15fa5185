import { Inject, Injectable } from '@nestjs/common';
import { teamNamesResponse } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';

/** Checks with the auth service which teams can be given links; never cached. */
@Injectable()
export class Teams {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /** False for a team that does not exist or is archived. Throws when the auth service cannot be reached. */
  async takesLinks(teamId: string): Promise<boolean> {
    const { teams } = await this.client.post(
      'auth',
      '/internal/teams/names',
      { ids: [teamId] },
      teamNamesResponse,
      { onBehalf: false },
    );
    return teams.some(({ id, archived }) => id === teamId && !archived);
  }
}
