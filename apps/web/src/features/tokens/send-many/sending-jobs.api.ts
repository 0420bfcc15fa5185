import type {
  SendingCheck,
  SendingJob,
  SendingJobBody,
  SendingResults,
  SendingRowResult,
} from '@caredrop/contracts';
import { baseApi } from '../../../shared/api/base-api.js';

const path = (id: string) => `/sending-jobs/${encodeURIComponent(id)}`;

const sendingJobsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    checkFile: build.mutation<SendingCheck, SendingJobBody>({
      query: (body) => ({ url: '/sending-jobs/check', method: 'POST', body }),
    }),
    /** Repeating it with the same key sends nothing twice. */
    sendFile: build.mutation<SendingJob, SendingJobBody & { key: string }>({
      query: ({ key, ...body }) => ({ url: '/sending-jobs', method: 'POST', body, idempotencyKey: key }),
      transformResponse: (response: { job: SendingJob }) => response.job,
      invalidatesTags: ['Token'],
    }),
    sendingJobs: build.query<SendingJob[], void>({
      query: () => ({ url: '/sending-jobs' }),
      transformResponse: (response: { jobs: SendingJob[] }) => response.jobs,
      providesTags: ['Token'],
    }),
    sendingJob: build.query<SendingJob, string>({
      query: (id) => ({ url: path(id) }),
      transformResponse: (response: { job: SendingJob }) => response.job,
      providesTags: ['Token'],
    }),
    /** Without a tag: hundreds of rows are polled every few seconds, and not refetched for every text or email. */
    sendingRows: build.query<SendingRowResult[], string>({
      query: (id) => ({ url: `${path(id)}/rows` }),
      transformResponse: (response: { rows: SendingRowResult[] }) => response.rows,
    }),
    changeSendingJob: build.mutation<
      SendingJob,
      { id: string; change: 'start' | 'pause' | 'resume' | 'cancel' }
    >({
      query: ({ id, change }) => ({ url: `${path(id)}/${change}`, method: 'POST' }),
      transformResponse: (response: { job: SendingJob }) => response.job,
      invalidatesTags: ['Token'],
    }),
    /** Includes the links, so the audit records the call. */
    sendingResults: build.mutation<SendingResults['rows'], string>({
      query: (id) => ({ url: `${path(id)}/results`, method: 'POST' }),
      transformResponse: (response: SendingResults) => response.rows,
    }),
  }),
});

export const {
  useCheckFileMutation,
  useSendFileMutation,
  useSendingJobsQuery,
  useSendingJobQuery,
  useSendingRowsQuery,
  useChangeSendingJobMutation,
  useSendingResultsMutation,
} = sendingJobsApi;

/** Whether the email of any of the loaded rows is still queued. */
export const useEmailsQueued = (id: string): boolean =>
  sendingJobsApi.endpoints.sendingRows.useQueryState(id, {
    selectFromResult: ({ data }) => ({
      queued: data?.some(({ email }) => email?.status === 'queued') ?? false,
    }),
  }).queued;
