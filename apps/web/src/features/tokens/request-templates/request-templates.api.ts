import type { changeTemplateBody, RequestTemplate, requestTemplateBody } from '@caredrop/contracts';
import type { z } from 'zod';
import { baseApi } from '../../../shared/api/base-api.js';

type NewTemplate = z.input<typeof requestTemplateBody>;
type Change = z.input<typeof changeTemplateBody> & { id: string };

const pathOf = (id: string) => `/admin/request-templates/${encodeURIComponent(id)}`;

/** The request templates of the clinic. A refused change reloads them: another administrator may have changed them. */
const requestTemplatesApi = baseApi.enhanceEndpoints({ addTagTypes: ['RequestTemplate'] }).injectEndpoints({
  endpoints: (build) => ({
    requestTemplates: build.query<RequestTemplate[], void>({
      query: () => ({ url: '/request-templates' }),
      transformResponse: (response: { templates: RequestTemplate[] }) => response.templates,
      providesTags: ['RequestTemplate'],
    }),
    createTemplate: build.mutation<unknown, NewTemplate>({
      query: (body) => ({ url: '/admin/request-templates', method: 'POST', body }),
      invalidatesTags: ['RequestTemplate'],
    }),
    changeTemplate: build.mutation<unknown, Change>({
      query: ({ id, ...body }) => ({ url: pathOf(id), method: 'PATCH', body }),
      invalidatesTags: ['RequestTemplate'],
    }),
    archiveTemplate: build.mutation<unknown, Pick<RequestTemplate, 'id' | 'version'>>({
      query: ({ id, version }) => ({ url: `${pathOf(id)}/archive`, method: 'POST', body: { version } }),
      invalidatesTags: ['RequestTemplate'],
    }),
  }),
});

export const {
  useRequestTemplatesQuery,
  useCreateTemplateMutation,
  useChangeTemplateMutation,
  useArchiveTemplateMutation,
} = requestTemplatesApi;
