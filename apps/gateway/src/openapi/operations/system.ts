import type { Operation } from './operation.js';

/** Calls under the tag *System*, keyed by row of the routing table. */
export const system: Record<string, Operation> = {
  'POST /twilio/status': {
    tag: 'System',
    summary: 'Receive a signed delivery report from the SMS provider',
    status: 204,
    rejections: [403],
  },
  'GET /events': {
    tag: 'System',
    summary:
      'Stream live updates: `change` names what changed, `refetch` means that events may have been missed. `X-Quiet-Ms`: milliseconds without a change',
    media: 'text/event-stream',
  },
  'GET /openapi.json': { tag: 'System', summary: 'Get this OpenAPI description', media: 'application/json' },
  'GET /docs/style.css': { tag: 'System', summary: 'Stylesheet of the API documentation', media: 'text/css' },
  'GET /docs': { tag: 'System', summary: 'API documentation', media: 'text/html' },
};
