import type { User } from '@caredrop/contracts';
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

/** One account, in the list that these filters asked for. */
interface Change {
  id: string;
  filters: UserFilters;
}

type Patch = Pick<User, 'id' | 'disabled' | 'disableReason'>;

/** Clinicians' accounts. Disabling and enabling patch the rows at hand, without a refetch (api.md 1b.52). */
const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    clinicians: build.query<User[], void>({
      query: () => ({ url: '/users', params: { role: 'user' } }),
      transformResponse: (answer: { users: User[] }) => answer.users,
      providesTags: ['User'],
    }),
    adminUsers: build.query<User[], UserFilters>({
      query: (filters) => ({ url: '/admin/users', params: { ...filters } }),
      transformResponse: (answer: { users: User[] }) => answer.users,
      providesTags: ['User'],
    }),
    disableUser: build.mutation<unknown, Change & { reason: string }>({
      query: ({ id, reason }) => ({
        url: `/admin/users/${encodeURIComponent(id)}/disable`,
        method: 'POST',
        body: reason.trim() === '' ? {} : { reason: reason.trim() },
      }),
      onQueryStarted: async ({ id, filters, reason }, { dispatch, queryFulfilled }) => {
        const { error } = await settled(queryFulfilled);
        if (!error)
          dispatch(patchUser(filters, { id, disabled: true, disableReason: reason.trim() || null }));
      },
    }),
    enableUser: build.mutation<unknown, Change>({
      query: ({ id }) => ({ url: `/admin/users/${encodeURIComponent(id)}/enable`, method: 'POST' }),
      onQueryStarted: async ({ id, filters }, { dispatch, queryFulfilled }) => {
        const { error } = await settled(queryFulfilled);
        if (!error) dispatch(patchUser(filters, { id, disabled: false, disableReason: null }));
      },
    }),
    inviteUser: build.mutation<unknown, Invitation>({
      query: (body) => ({ url: '/admin/users', method: 'POST', body }),
      invalidatesTags: ['User'],
    }),
  }),
});

/** The row as it is after the change. */
function patchUser(filters: UserFilters, { id, ...change }: Patch) {
  return usersApi.util.updateQueryData('adminUsers', filters, (users) => {
    const user = users.find((candidate) => candidate.id === id);
    if (user) Object.assign(user, change);
  });
}

/** The outcome as a value; the component that asked shows a failure. */
const settled = (outcome: Promise<unknown>): Promise<{ error: boolean }> =>
  outcome.then(
    () => ({ error: false }),
    () => ({ error: true }),
  );

export const {
  useCliniciansQuery,
  useAdminUsersQuery,
  useDisableUserMutation,
  useEnableUserMutation,
  useInviteUserMutation,
} = usersApi;
