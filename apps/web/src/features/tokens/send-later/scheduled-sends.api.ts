import type { SendChannel } from '@caredrop/contracts';
import { baseApi } from '../../../shared/api/base-api.js';

interface Scheduled {
  id: string;
  channel: SendChannel;
}

const pathOf = ({ id, channel }: Scheduled) => `/tokens/${encodeURIComponent(id)}/scheduled-sends/${channel}`;

/** A refused change reloads the link: it may have been sent. */
const scheduledSendsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cancelScheduled: build.mutation<unknown, Scheduled>({
      query: (scheduled) => ({ url: pathOf(scheduled), method: 'DELETE' }),
      invalidatesTags: ['Token'],
    }),
    sendScheduledNow: build.mutation<unknown, Scheduled>({
      query: (scheduled) => ({ url: `${pathOf(scheduled)}/send-now`, method: 'POST' }),
      invalidatesTags: ['Token'],
    }),
  }),
});

export const { useCancelScheduledMutation, useSendScheduledNowMutation } = scheduledSendsApi;
