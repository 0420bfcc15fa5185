import { eventually } from '@caredrop/testing';
import type { ApiClient } from './api.js';
import type { Cast } from './matrix.js';

export const colleagueKinds = ['member', 'cover', 'formerMember', 'formerCover'] as const;
export type ColleagueKind = (typeof colleagueKinds)[number];

/**
 * Colleagues of the matrix's owner: a member of the team that the owner's links belong to, one who stands in, and a
 * former one of each.
 */
export class Colleagues {
  private constructor(
    private readonly cast: Cast,
    private readonly apis: Record<ColleagueKind, ApiClient>,
  ) {}

  /** Makes the colleagues, shares the owner's document and later links with a team, and sets the owner's absence. */
  static async gather(cast: Cast): Promise<Colleagues> {
    const { admin, people } = cast;
    const all = await Promise.all(colleagueKinds.map((kind) => people.newClinician(kind)));
    const apis = await Promise.all(all.map((one) => people.signIn(one)));
    const of = <T>(things: T[]) =>
      Object.fromEntries(colleagueKinds.map((kind, at) => [kind, things[at]])) as Record<ColleagueKind, T>;
    const [ids, api] = [of(all.map(({ user }) => user.id)), of(apis)];
    const teamId = await cast.freshTeamOfOwner();
    for (const userId of [ids.member, ids.formerMember])
      await admin.post(`/admin/teams/${teamId}/members`, { userId });
    await cast.shareWith(teamId);
    await cast.beAway(ids.formerCover);
    const works = async (one: ApiClient) =>
      expect((await one.get(`/documents/${cast.document.id}`)).status).toBe(200);
    await eventually(() => works(api.formerMember));
    await eventually(() => works(api.formerCover));
    await admin.delete(`/admin/teams/${teamId}/members/${ids.formerMember}`);
    await cast.beAway(ids.cover);
    await eventually(() => works(api.member));
    await eventually(() => works(api.cover));
    return new Colleagues(cast, api);
  }

  of(kind: ColleagueKind): ApiClient {
    return this.apis[kind];
  }

  /** Ends the owner's absence, so that other tests can set one. */
  async dismiss(): Promise<void> {
    await this.cast.admin.delete(`/admin/users/${this.cast.ownerId}/cover`);
  }
}
