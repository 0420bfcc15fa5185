import type { Clinician, Cover, HandOver, User } from '@caredrop/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../shared/api/base-api.js';

export interface UserFilters {
  name: string;
  email: string;
  status: string;
}

export const noUserFilters: UserFilters = { name: '', email: '', status: '' };

export interface Invitation {
  firstName: string;
  lastName: string;
  email: string;
}

type ApiState = Parameters<typeof usersApi.util.selectCachedArgsForQuery>[0];
type Patch = Pick<User, 'id'> & Partial<Clinician>;

/** After an error, the server may still have made the change, so the lists are fetched again. */
const tagsAfterError = (_response: unknown, error: unknown) => (error ? (['User'] as const) : []);

/** Users' accounts. Invitations refetch the lists; other changes patch the loaded rows, unless they fail. */
const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    clinicians: build.query<User[], void>({
      query: () => ({ url: '/users', params: { role: 'user' } }),
      transformResponse: (response: { users: User[] }) => response.users,
      providesTags: ['User'],
    }),
    adminUsers: build.query<Clinician[], UserFilters>({
      query: (filters) => ({ url: '/admin/users', params: { ...filters } }),
      transformResponse: (response: { users: Clinician[] }) => response.users,
      providesTags: ['User'],
    }),
    /** Everyone with an account. */
    people: build.query<User[], void>({
      query: () => ({ url: '/users' }),
      transformResponse: (response: { users: User[] }) => response.users,
      providesTags: ['User'],
    }),
    disableUser: build.mutation<unknown, { id: string; reason: string; handOver: HandOver | null }>({
      query: ({ id, reason, handOver }) => ({
        url: `/admin/users/${encodeURIComponent(id)}/disable`,
        method: 'POST',
        body: { ...(reason.trim() !== '' && { reason: reason.trim() }), ...(handOver && { handOver }) },
      }),
      invalidatesTags: tagsAfterError,
      onQueryStarted: async ({ id, reason }, { dispatch, queryFulfilled }) => {
        const { error } = await settled(queryFulfilled);
        if (error) return;
        dispatch(patchUser({ id, disabled: true, disableReason: reason.trim() || null }));
        dispatch(endAbsences(id));
      },
    }),
    enableUser: build.mutation<unknown, { id: string }>({
      query: ({ id }) => ({ url: `/admin/users/${encodeURIComponent(id)}/enable`, method: 'POST' }),
      invalidatesTags: tagsAfterError,
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const { error } = await settled(queryFulfilled);
        if (!error) dispatch(patchUser({ id, disabled: false, disableReason: null }));
      },
    }),
    requireSecondFactor: build.mutation<unknown, { user: Clinician; required: boolean }>({
      query: ({ user, required }) => ({
        url: `/admin/users/${encodeURIComponent(user.id)}/second-factor/require`,
        method: 'POST',
        body: { required },
      }),
      invalidatesTags: tagsAfterError,
      onQueryStarted: async ({ user, required }, { dispatch, queryFulfilled }) => {
        const { error } = await settled(queryFulfilled);
        if (!error) dispatch(patchUser({ id: user.id, secondFactor: { ...user.secondFactor, required } }));
      },
    }),
    resetSecondFactor: build.mutation<unknown, { user: Clinician }>({
      query: ({ user }) => ({
        url: `/admin/users/${encodeURIComponent(user.id)}/second-factor/reset`,
        method: 'POST',
      }),
      invalidatesTags: tagsAfterError,
      onQueryStarted: async ({ user }, { dispatch, queryFulfilled }) => {
        const { error } = await settled(queryFulfilled);
        if (!error)
          dispatch(patchUser({ id: user.id, secondFactor: { ...user.secondFactor, enabled: false } }));
      },
    }),
    inviteUser: build.mutation<unknown, Invitation>({
      query: (body) => ({ url: '/admin/users', method: 'POST', body }),
      invalidatesTags: ['User'],
    }),
    inviteAgain: build.mutation<unknown, { id: string }>({
      query: ({ id }) => ({ url: `/admin/users/${encodeURIComponent(id)}/invite`, method: 'POST' }),
      // Also after a rejection: the person may have set a password in the meantime.
      invalidatesTags: ['User'],
    }),
  }),
});

const patchUser = ({ id, ...change }: Patch) =>
  patchRows((user) => {
    if (user.id === id) Object.assign(user, change);
  });

/** Ends the user's absence and those in which the user stands in, as the server does for a disabled user. */
const endAbsences = (id: string) =>
  patchRows((user) => {
    if (user.id === id || user.absence?.cover.id === id) user.absence = null;
  });

/** Updates the rows of every cached list: the filters may have changed behind the dialog. */
function patchRows(change: (user: Clinician) => void) {
  return (dispatch: ThunkDispatch<ApiState, unknown, UnknownAction>, getState: () => ApiState) => {
    for (const filters of usersApi.util.selectCachedArgsForQuery(getState(), 'adminUsers'))
      dispatch(usersApi.util.updateQueryData('adminUsers', filters, (users) => users.forEach(change)));
  };
}

/** Returns a function that shows an absence, or its end, in the loaded rows. */
export function useShowAbsence() {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>();
  return (id: string, absence: Cover | null) => dispatch(patchUser({ id, absence }));
}

/** The outcome as a value; the calling component shows a failure. */
const settled = (outcome: Promise<unknown>): Promise<{ error: boolean }> =>
  outcome.then(
    () => ({ error: false }),
    () => ({ error: true }),
  );

export const {
  useCliniciansQuery,
  useAdminUsersQuery,
  usePeopleQuery,
  useDisableUserMutation,
  useEnableUserMutation,
  useRequireSecondFactorMutation,
  useResetSecondFactorMutation,
  useInviteUserMutation,
  useInviteAgainMutation,
} = usersApi;
