import {
  archiveTemplateBody,
  changeTemplateBody,
  requestTemplateResponse,
  requestTemplateBody,
  requestTemplatesResponse,
} from '@caredrop/contracts';
import type { Operation } from './operation.js';

/** Calls about request templates, keyed by row of the routing table. */
export const requestTemplates: Record<string, Operation> = {
  'GET /request-templates': {
    tag: 'Links',
    summary: 'List the request templates of the clinic, by name',
    response: requestTemplatesResponse,
  },
  'POST /admin/request-templates': {
    tag: 'Links',
    summary: 'Create a request template',
    body: requestTemplateBody,
    response: requestTemplateResponse,
    status: 201,
    rejections: [400, 409],
    codes: { 409: ['template_name_taken', 'templates_full'] },
  },
  'PATCH /admin/request-templates/:id': {
    tag: 'Links',
    summary: 'Change a request template. Links created with it keep their instructions',
    body: changeTemplateBody,
    response: requestTemplateResponse,
    rejections: [400, 404, 409],
    codes: { 409: ['template_changed', 'template_name_taken'] },
  },
  'POST /admin/request-templates/:id/archive': {
    tag: 'Links',
    summary: 'Archive a request template: no new link can be created with it',
    body: archiveTemplateBody,
    response: null,
    rejections: [400, 404, 409],
    codes: { 409: ['template_changed'] },
  },
};
