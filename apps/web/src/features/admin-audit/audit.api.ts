import type { AuditResponse, AuditFilter, User } from '@caredrop/contracts';
import type { ApiRequest } from '../../shared/api/ask.js';
import { baseApi } from '../../shared/api/base-api.js';

export type AuditFilters = Record<keyof AuditFilter, string>;

export const noAuditFilters: AuditFilters = {
  who: '',
  action: '',
  outcome: '',
  subject: '',
  search: '',
  since: '',
  until: '',
};

const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditResponse, { filters: AuditFilters; cursor: string }>({
      query: ({ filters, cursor }) => ({ url: '/admin/audit', params: { ...filters, cursor, limit: 50 } }),
      keepUnusedDataFor: 0,
    }),
    /** All users with an account, for the filter. */
    auditPeople: build.query<User[], void>({
      query: () => ({ url: '/users' }),
      transformResponse: (response: { users: User[] }) => response.users,
      providesTags: ['User'],
    }),
  }),
});

export const { useAuditQuery, useAuditPeopleQuery } = auditApi;

export const exportRequest = (filters: AuditFilters, format: 'csv' | 'json'): ApiRequest => ({
  url: '/admin/audit/export',
  params: { ...filters, format },
  receive: (response) => response.blob(),
});
