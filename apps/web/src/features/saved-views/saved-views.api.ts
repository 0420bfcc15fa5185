import type { SavedView, SaveViewBody } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

/** The user's saved views. A refused change reloads them: another device may have changed them. */
const savedViewsApi = baseApi.enhanceEndpoints({ addTagTypes: ['SavedView'] }).injectEndpoints({
  endpoints: (build) => ({
    savedViews: build.query<SavedView[], void>({
      query: () => ({ url: '/auth/saved-views' }),
      transformResponse: (response: { views: SavedView[] }) => response.views,
      providesTags: ['SavedView'],
    }),
    saveView: build.mutation<unknown, SaveViewBody>({
      query: (body) => ({ url: '/auth/saved-views', method: 'POST', body }),
      invalidatesTags: ['SavedView'],
    }),
    renameView: build.mutation<unknown, Pick<SavedView, 'id' | 'name'>>({
      query: ({ id, name }) => ({
        url: `/auth/saved-views/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { name },
      }),
      invalidatesTags: ['SavedView'],
    }),
    deleteView: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/saved-views/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['SavedView'],
    }),
  }),
});

export const { useSavedViewsQuery, useSaveViewMutation, useRenameViewMutation, useDeleteViewMutation } =
  savedViewsApi;
