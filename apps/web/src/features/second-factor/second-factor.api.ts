import type { Enrolment, SecondFactor } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

interface Proof {
  password: string;
  code?: string;
}

const root = '/auth/second-factor';

/** The user's own second factor. */
const secondFactorApi = baseApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<SecondFactor, void>({
      query: () => ({ url: root }),
      transformResponse: (response: { secondFactor: SecondFactor }) => response.secondFactor,
      providesTags: ['SecondFactor'],
    }),
    enrol: build.mutation<Enrolment, Proof>({
      query: (body) => ({ url: `${root}/enrol`, method: 'POST', body }),
      transformResponse: (response: { enrolment: Enrolment }) => response.enrolment,
    }),
    /** This and the next two refetch after an error as well: the change may have been made. */
    confirmEnrolment: build.mutation<string[], { code: string }>({
      query: (body) => ({ url: `${root}/confirm`, method: 'POST', body }),
      transformResponse: (response: { recoveryCodes: string[] }) => response.recoveryCodes,
      invalidatesTags: ['SecondFactor'],
    }),
    renewRecoveryCodes: build.mutation<string[], Proof>({
      query: (body) => ({ url: `${root}/recovery-codes`, method: 'POST', body }),
      transformResponse: (response: { recoveryCodes: string[] }) => response.recoveryCodes,
      invalidatesTags: ['SecondFactor'],
    }),
    turnOffSecondFactor: build.mutation<unknown, Proof>({
      query: (body) => ({ url: `${root}/disable`, method: 'POST', body }),
      invalidatesTags: ['SecondFactor'],
    }),

    /** Gives a fresh proof of identity: for a few minutes, calls no longer fail with `proof_required`. */
    prove: build.mutation<unknown, Proof>({
      query: (body) => ({ url: '/auth/proof', method: 'POST', body }),
    }),
  }),
});

export const {
  useSecondFactorQuery,
  useEnrolMutation,
  useConfirmEnrolmentMutation,
  useRenewRecoveryCodesMutation,
  useTurnOffSecondFactorMutation,
  useProveMutation,
} = secondFactorApi;
