import type { Colleague, Cover, CoverBody, Covers, Team } from '@caredrop/contracts';
import { baseApi } from '../api/base-api.js';

const memberPath = (teamId: string, userId = '') =>
  `/admin/teams/${encodeURIComponent(teamId)}/members${userId && `/${encodeURIComponent(userId)}`}`;

/**
 * The list of accounts also shows absences: `useShowAbsence` patches its rows after a change, and only a failed change
 * reloads it.
 */
const tagsOfCoverFor = (_response: unknown, error: unknown) =>
  error ? (['Cover', 'User'] as const) : (['Cover'] as const);

/** Teams, colleagues and absences. A refused change reloads teams or absences: someone else may have changed them. */
const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The teams that the signed-in user belongs to. */
    ownTeams: build.query<Team[], void>({
      query: () => ({ url: '/teams' }),
      transformResponse: ({ teams }: { teams: Team[] }) => teams,
      providesTags: ['Team'],
    }),
    watchTeam: build.mutation<unknown, { id: string; watching: boolean }>({
      query: ({ id, watching }) => ({
        url: `/teams/${encodeURIComponent(id)}/watching`,
        method: 'PATCH',
        body: { watching },
      }),
      invalidatesTags: ['Team'],
    }),
    /** Everyone else who can sign in. */
    colleagues: build.query<Colleague[], void>({
      query: () => ({ url: '/colleagues' }),
      transformResponse: ({ colleagues }: { colleagues: Colleague[] }) => colleagues,
      providesTags: ['User'],
    }),
    covers: build.query<Covers, void>({
      query: () => ({ url: '/auth/cover' }),
      providesTags: ['Cover'],
    }),
    setCover: build.mutation<unknown, CoverBody>({
      query: (body) => ({ url: '/auth/cover', method: 'POST', body }),
      invalidatesTags: ['Cover'],
    }),
    endCover: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/cover/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Cover'],
    }),
    setCoverFor: build.mutation<{ cover: Cover | null }, CoverBody & { userId: string }>({
      query: ({ userId, ...body }) => ({
        url: `/admin/users/${encodeURIComponent(userId)}/cover`,
        method: 'POST',
        body,
      }),
      invalidatesTags: tagsOfCoverFor,
    }),
    endCoverFor: build.mutation<{ cover: Cover | null }, { userId: string; absenceId: string }>({
      query: ({ userId, absenceId }) => ({
        url: `/admin/users/${encodeURIComponent(userId)}/cover`,
        method: 'DELETE',
        params: { absenceId },
      }),
      invalidatesTags: tagsOfCoverFor,
    }),
    /** All teams of the clinic that are not archived; for administrators. */
    teams: build.query<Team[], void>({
      query: () => ({ url: '/admin/teams' }),
      transformResponse: ({ teams }: { teams: Team[] }) => teams,
      providesTags: ['Team'],
    }),
    createTeam: build.mutation<unknown, { name: string }>({
      query: (body) => ({ url: '/admin/teams', method: 'POST', body }),
      invalidatesTags: ['Team'],
    }),
    renameTeam: build.mutation<unknown, { id: string; name: string }>({
      query: ({ id, name }) => ({
        url: `/admin/teams/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { name },
      }),
      invalidatesTags: ['Team'],
    }),
    archiveTeam: build.mutation<unknown, string>({
      query: (id) => ({ url: `/admin/teams/${encodeURIComponent(id)}/archive`, method: 'POST' }),
      invalidatesTags: ['Team'],
    }),
    addMember: build.mutation<unknown, { teamId: string; userId: string }>({
      query: ({ teamId, userId }) => ({ url: memberPath(teamId), method: 'POST', body: { userId } }),
      invalidatesTags: ['Team'],
    }),
    removeMember: build.mutation<unknown, { teamId: string; userId: string }>({
      query: ({ teamId, userId }) => ({ url: memberPath(teamId, userId), method: 'DELETE' }),
      invalidatesTags: ['Team'],
    }),
  }),
});

export const {
  useOwnTeamsQuery,
  useWatchTeamMutation,
  useColleaguesQuery,
  useCoversQuery,
  useSetCoverMutation,
  useEndCoverMutation,
  useSetCoverForMutation,
  useEndCoverForMutation,
  useTeamsQuery,
  useCreateTeamMutation,
  useRenameTeamMutation,
  useArchiveTeamMutation,
  useAddMemberMutation,
  useRemoveMemberMutation,
} = peopleApi;
