import type { ChangePasswordBody, OwnSession, Preferences } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

/** The user's own password, preferences and sessions. */
const accountApi = baseApi.enhanceEndpoints({ addTagTypes: ['OwnSession', 'Preferences'] }).injectEndpoints({
  endpoints: (build) => ({
    ownSessions: build.query<OwnSession[], void>({
      query: () => ({ url: '/auth/sessions' }),
      transformResponse: (response: { sessions: OwnSession[] }) => response.sessions,
      providesTags: ['OwnSession'],
    }),
    /** Refetches the sessions after an error as well: the session may have ended by itself. */
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['OwnSession'],
    }),
    endOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/sessions/end-others', method: 'POST' }),
      invalidatesTags: ['OwnSession'],
    }),
    preferences: build.query<Preferences, void>({
      query: () => ({ url: '/auth/preferences' }),
      transformResponse: (response: { preferences: Preferences }) => response.preferences,
      providesTags: ['Preferences'],
    }),
    changePreferences: build.mutation<unknown, Preferences>({
      query: (body) => ({ url: '/auth/preferences', method: 'PATCH', body }),
      invalidatesTags: ['Preferences'],
    }),
    changePassword: build.mutation<unknown, ChangePasswordBody>({
      query: (body) => ({ url: '/auth/change-password', method: 'POST', body }),
      invalidatesTags: (_response, error) => (error ? [] : ['OwnSession']),
    }),
  }),
});

export const {
  useOwnSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  usePreferencesQuery,
  useChangePreferencesMutation,
} = accountApi;
