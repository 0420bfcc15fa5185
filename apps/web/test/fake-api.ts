import {
  attentionReasons,
  errors,
  failure,
  messages,
  success,
  type AssignTokenBody,
  type AttentionDocument,
  type AttentionToken,
  type Covers,
  type CreateTokenBody,
  type Document,
  type ErrorCode,
  type Reminders,
  type RequestTemplate,
  type RequestOverview,
  type ReviewBody,
  type SavedView,
  type SnoozeBody,
  type Team,
  type User,
} from '@caredrop/contracts';
import { delay, http, HttpResponse, type RequestHandler } from 'msw';
import { aRequestItem, aToken, inDays, type aDocument } from './builders.js';
import { people } from './people.js';

/** The fake server's data; a test fills it before it opens a screen. */
export interface FakeState {
  users: User[];
  tokens: ReturnType<typeof aToken>[];
  documents: ReturnType<typeof aDocument>[];
  /** By token id. */
  reminders: Map<string, Reminders>;
  /** The documents of a token's request, by token id. */
  requests: Map<string, RequestOverview>;
  /** What needs attention, the same for every caller. */
  attention: { tokens: AttentionToken[]; documents: AttentionDocument[] };
  /** Bearer → user id. */
  sessions: Map<string, string>;
  /** Ids of people who have not set a password. */
  invited: Set<string>;
  /** Saved views, the same for every caller. */
  views: SavedView[];
  /** Request templates of the clinic. */
  templates: RequestTemplate[];
  /** Teams of the clinic. */
  teams: Team[];
  /** Absences, the same for every caller. */
  covers: Covers;
  /** Languages that the clinic offers. */
  languages: string[];
}

export const emptyState = (): FakeState => ({
  users: Object.values(people),
  tokens: [],
  documents: [],
  reminders: new Map(),
  requests: new Map(),
  attention: { tokens: [], documents: [] },
  sessions: new Map(),
  invited: new Set(),
  views: [],
  templates: [],
  teams: [],
  covers: { own: null, standingIn: [] },
  languages: ['en'],
});

export const reject = (status: number, code: ErrorCode, message: string, params?: Record<string, string>) =>
  HttpResponse.json(failure({ status, code, message, params }, 'test-request'), { status });

const ok = (data: object, message?: string, status = 200) =>
  HttpResponse.json(success(data, message), { status });

/**
 * An open stream of live updates, and a function that sends a change of the given type on it. `quietMs`: how long the
 * server says that nothing has changed.
 */
export function liveUpdates(quietMs = 0) {
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
  const write = (text: string) => stream.enqueue(new TextEncoder().encode(text));
  write(': open\n\n');
  return {
    handler: http.get(
      '*/api/events',
      () => new HttpResponse(body, { headers: { 'x-quiet-ms': String(quietMs) } }),
    ),
    send: (type: string, ids: object = {}) =>
      write(`event: change\ndata: ${JSON.stringify({ type, ...ids })}\n\n`),
  };
}

const wholeSession = {
  endsAt: inDays(1),
  secondsLeft: 1800,
  warningSeconds: 120,
  extendable: true,
};

const asClinician = (user: User, invited: boolean) => ({
  ...user,
  invited,
  secondFactor: { enabled: false, required: false, requiredByClinic: false },
  absence: null,
});

const invitation = 'You have been invited to upload a document securely: ';

/** By default, no reminders are planned, and a link that is texted gets two: on 26 November and 3 December. */
function remindersOf(state: FakeState, id: string): Reminders {
  const known = state.reminders.get(id) ?? {
    ifTextedNow: ['2026-11-26T10:00:00.000Z', '2026-12-03T10:00:00.000Z'],
    sent: [],
    planned: [],
    paused: false,
    stopped: null,
    texts: { en: `${invitation}{link}`, pl: 'Prosimy o dokument: {link}' },
    timeZone: 'Europe/London',
  };
  state.reminders.set(id, known);
  return known;
}

/** Serves the API's calls from memory, as far as the workspace needs them. */
export function fakeApi(state: FakeState, pauseMs = 0): RequestHandler[] {
  type Handler = (context: { request: Request; id: string; user: User; query: URLSearchParams }) => unknown;
  const signedIn =
    (handler: Handler) =>
    async ({ request, params }: { request: Request; params: object }) => {
      await delay(pauseMs);
      const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
      const user = state.users.find(({ id }) => id === state.sessions.get(bearer));
      if (!user || user.disabled) return reject(401, 'unauthorized', errors.unauthorized.text);
      const query = new URL(request.url).searchParams;
      const response = await handler({
        request,
        user,
        query,
        id: String((params as { id?: string }).id ?? ''),
      });
      return response as Response;
    };
  /** Whether a list of this scope contains the row. */
  const inScope = (
    { owner, team_id: teamId }: { owner: User; team_id?: string | undefined },
    user: User,
    scope: string | null,
  ): boolean => {
    if (scope === 'team')
      return state.teams.some(
        ({ id, members }) => id === teamId && members.some((one) => one.id === user.id),
      );
    if (scope === 'covered') return state.covers.standingIn.some((cover) => cover.user.id === owner.id);
    return owner.id === user.id;
  };
  const withDocuments = (id: string) => state.documents.filter((document) => document.token_id === id);

  return [
    http.post('*/api/auth/login', async ({ request }) => {
      await delay(pauseMs);
      const { email, password } = (await request.json()) as { email: string; password: string };
      const user = state.users.find((candidate) => candidate.email === email);
      if (!user || password !== 'secret')
        return reject(401, 'invalid_credentials', errors.invalid_credentials.text);
      if (user.disabled) return reject(403, 'account_disabled', errors.account_disabled.text);
      state.sessions.set(`session-${user.id}`, user.id);
      return ok({ user, token: `session-${user.id}` });
    }),
    http.get(
      '*/api/auth/me',
      signedIn(({ user }) => ok({ user })),
    ),
    http.get(
      '*/api/auth/session',
      signedIn(() => ok({ session: wholeSession })),
    ),
    http.post(
      '*/api/auth/logout',
      signedIn(() => ok({})),
    ),
    http.get(
      '*/api/auth/second-factor',
      signedIn(() =>
        ok({ secondFactor: { enabled: false, required: false, enabledAt: null, recoveryCodesLeft: 0 } }),
      ),
    ),
    http.get(
      '*/api/auth/sessions',
      signedIn(() => ok({ sessions: [] })),
    ),
    http.get(
      '*/api/auth/preferences',
      signedIn(() => ok({ preferences: { documentMail: 'at-once' } })),
    ),
    http.get(
      '*/api/auth/saved-views',
      signedIn(() => ok({ views: state.views })),
    ),
    http.get(
      '*/api/auth/cover',
      signedIn(() => ok(state.covers)),
    ),
    http.get(
      '*/api/teams',
      signedIn(({ user }) =>
        ok({ teams: state.teams.filter(({ members }) => members.some(({ id }) => id === user.id)) }),
      ),
    ),
    http.get(
      '*/api/admin/teams',
      signedIn(() => ok({ teams: state.teams })),
    ),
    http.get(
      '*/api/colleagues',
      signedIn(({ user }) =>
        ok({
          colleagues: state.users
            .filter(({ id, disabled }) => id !== user.id && !disabled)
            .map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
        }),
      ),
    ),
    http.get(
      '*/api/request-templates',
      signedIn(() => ok({ templates: state.templates })),
    ),
    http.post('*/api/auth/forgot-password', () => ok({}, messages.auth.resetSent)),
    http.post('*/api/auth/reset-password', () => ok({}, messages.auth.resetDone)),
    http.get(
      '*/api/tokens',
      signedIn(({ user, request }) => {
        const { searchParams } = new URL(request.url);
        const [search, status] = [searchParams.get('search') ?? '', searchParams.get('status')];
        const own = state.tokens.filter((token) => inScope(token, user, searchParams.get('scope')));
        const found = own.filter((token) =>
          [token.patient_ref_id, token.nickname, token.notes].some((text) => text?.includes(search)),
        );
        return ok({ tokens: found.filter((token) => status === null || token.status === status) });
      }),
    ),
    ...(['tokens', 'documents'] as const).flatMap((kind) => [
      ...['', '/admin'].map((scope) =>
        http.get(
          `*/api${scope}/${kind}/attention`,
          signedIn(({ query }) => {
            const all: (AttentionToken | AttentionDocument)[] = state.attention[kind];
            const snoozed = all.filter(({ snoozed_until: until }) => until);
            const open = all.filter(({ snoozed_until: until }) => !until);
            const shown = query.get('show') === 'snoozed' ? snoozed : open;
            return ok({
              [kind]: shown.slice(0, Number(query.get('limit') ?? 50)),
              total: open.length,
              snoozed: snoozed.length,
              checked_at: inDays(0),
            });
          }),
        ),
      ),
      http.post(
        `*/api/${kind}/:id/snooze`,
        signedIn(async ({ id, request }) => {
          const { until, reason } = (await request.json()) as SnoozeBody;
          if (!attentionReasons.includes(reason)) return reject(400, 'bad_request', errors.bad_request.text);
          const all: (AttentionToken | AttentionDocument)[] = state.attention[kind];
          const item = all.find((one) => ('token' in one ? one.token : one.document).id === id);
          if (!item) return reject(404, 'not_found', errors.not_found.text);
          delete item.snoozed_until;
          if (until) item.snoozed_until = until;
          return ok({ snoozed_until: until });
        }),
      ),
    ]),
    http.get(
      '*/api/tokens/defaults',
      signedIn(() =>
        ok({
          ...{ expiryDays: 30, bulkExpiryDays: 90, languages: state.languages },
          reminders: { times: [], timeZone: 'Europe/London' },
        }),
      ),
    ),
    http.post(
      '*/api/tokens',
      signedIn(async ({ request, user }) => {
        const body = (await request.json()) as CreateTokenBody & {
          nickname: string | null;
          email?: string;
          phoneNumber?: string;
          sendAt?: string;
          items?: { label: string }[];
        };
        const [first] = body.items ?? [];
        const token = aToken({
          patient_ref_id: body.patientRefId,
          nickname: body.nickname,
          owner: user,
          created_at: inDays(0),
          expires_at: inDays(body.expiryDays ?? 30),
          ...(first && {
            request: aRequestItem({ count: body.items?.length ?? 0, label: first.label }),
          }),
          ...(body.email && !body.sendAt && { emailStatus: 'queued', emailAddress: body.email }),
          ...(body.sendAt && {
            scheduled: {
              ...(body.phoneNumber && { sms: body.sendAt }),
              ...(body.email && { email: body.sendAt }),
            },
          }),
        });
        state.tokens.unshift(token);
        return ok({ token }, undefined, 201);
      }),
    ),
    http.post(
      '*/api/tokens/exports',
      signedIn(() => ok({ recorded: true })),
    ),
    http.post(
      '*/api/tokens/bulk',
      signedIn(async ({ request, user }) => {
        const { count, prefix } = (await request.json()) as { count: number; prefix?: string };
        const tokens = Array.from({ length: count }, (_, index) =>
          aToken({
            owner: user,
            patient_ref_id: `${prefix ?? 'PATIENT'}-${String(index + 1).padStart(3, '0')}`,
            expires_at: inDays(90),
          }),
        );
        state.tokens.unshift(...tokens);
        return ok({ tokens }, undefined, 201);
      }),
    ),
    http.get(
      '*/api/tokens/:id',
      signedIn(({ id }) => {
        const token = state.tokens.find((candidate) => candidate.id === id);
        return token
          ? ok({ token: { ...token, uploads: withDocuments(id), request_items: state.requests.get(id) } })
          : reject(404, 'token_not_found', errors.token_not_found.text);
      }),
    ),
    http.patch(
      '*/api/tokens/:id',
      signedIn(({ id }) => {
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token) return reject(404, 'token_not_found', errors.token_not_found.text);
        if (token.status !== 'active') return reject(409, 'token_not_active', errors.token_not_active.text);
        token.status = 'revoked';
        return ok({ token });
      }),
    ),
    http.post(
      '*/api/tokens/:id/extend',
      signedIn(async ({ id, request }) => {
        const { days } = (await request.json()) as { days: number };
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token) return reject(404, 'token_not_found', errors.token_not_found.text);
        token.expires_at = inDays(days);
        return ok({ token });
      }),
    ),
    http.post(
      '*/api/tokens/:id/assign',
      signedIn(async ({ id, user, request }) => {
        const { userId, teamId } = (await request.json()) as AssignTokenBody;
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token) return reject(404, 'token_not_found', errors.token_not_found.text);
        const owner = state.users.find((one) => one.id === (userId ?? token.owner.id));
        if (!owner) return reject(400, 'colleague_unknown', errors.colleague_unknown.text);
        Object.assign(token, { owner, user: { firstName: owner.firstName, lastName: owner.lastName } });
        delete token.notMine;
        if (owner.id !== user.id) token.notMine = true;
        if (teamId === null) delete token.team_id;
        if (teamId) token.team_id = teamId;
        return ok({ token });
      }),
    ),
    http.post(
      '*/api/tokens/:id/reissue',
      signedIn(async ({ id, request, user }) => {
        const { send, reported_at: at } = (await request.json()) as { send: boolean; reported_at?: string };
        const old = state.tokens.find((candidate) => candidate.id === id);
        if (!old) return reject(404, 'token_not_found', errors.token_not_found.text);
        if (old.replaced_by) return reject(409, 'token_replaced', errors.token_replaced.text);
        if (old.problem && old.problem.reported_at !== at)
          return reject(409, 'problem_changed', errors.problem_changed.text);
        const isTexted = send && old.phoneEnding !== undefined;
        const token = aToken({ patient_ref_id: old.patient_ref_id, owner: user, hasSMS: isTexted });
        if (send && old.emailHint) Object.assign(token, { emailStatus: 'queued' });
        state.tokens.unshift(token);
        Object.assign(old, { replaced_by: token.id, replaced_at: inDays(0) });
        delete old.renewal_asked_at;
        delete old.problem;
        return ok({ token, sms: isTexted ? 'sent' : 'none' }, undefined, 201);
      }),
    ),
    http.post(
      '*/api/tokens/:id/send-sms',
      signedIn(async ({ id, request }) => {
        const body = (await request.json()) as { phoneNumber: string; reminders: boolean; sendAt?: string };
        const { phoneNumber } = body;
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token) return reject(404, 'token_not_found', errors.token_not_found.text);
        if (phoneNumber.length < 7) return reject(400, 'phone_invalid', errors.phone_invalid.text);
        if (body.sendAt) {
          token.scheduled = { ...token.scheduled, sms: body.sendAt };
          return ok({ token }, messages.schedule.set);
        }
        Object.assign(token, { hasSMS: true, smsStatus: 'sent', smsPhoneNumber: phoneNumber });
        const reminders = remindersOf(state, id);
        reminders.planned = body.reminders ? reminders.ifTextedNow : [];
        return ok({ token }, messages.sms.sent);
      }),
    ),
    http.post(
      '*/api/tokens/:id/send-email',
      signedIn(async ({ id, request }) => {
        const { email, sendAt } = (await request.json()) as { email: string; sendAt?: string };
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token) return reject(404, 'token_not_found', errors.token_not_found.text);
        if (sendAt) {
          token.scheduled = { ...token.scheduled, email: sendAt };
          return ok({ token }, messages.schedule.set);
        }
        Object.assign(token, { emailStatus: 'queued', emailAddress: email });
        return ok({ token }, messages.email.queued);
      }),
    ),
    http.delete(
      '*/api/tokens/:id/scheduled-sends/:channel',
      signedIn(({ id }) => {
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token?.scheduled) return reject(409, 'schedule_not_open', errors.schedule_not_open.text);
        delete token.scheduled;
        return ok({ token });
      }),
    ),
    http.post(
      '*/api/tokens/:id/scheduled-sends/:channel/send-now',
      signedIn(({ id }) => {
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token?.scheduled) return reject(409, 'schedule_not_open', errors.schedule_not_open.text);
        delete token.scheduled;
        Object.assign(token, { hasSMS: true, smsStatus: 'sent' });
        return ok({ token });
      }),
    ),
    http.post(
      '*/api/tokens/:id/problem/close',
      signedIn(async ({ id, request }) => {
        const { reported_at: read } = (await request.json()) as { reported_at: string };
        const token = state.tokens.find((candidate) => candidate.id === id);
        if (!token) return reject(404, 'token_not_found', errors.token_not_found.text);
        if (token.problem && token.problem.reported_at !== read)
          return reject(409, 'problem_changed', errors.problem_changed.text);
        delete token.problem;
        return ok({ token });
      }),
    ),
    http.get(
      '*/api/tokens/:id/thanks',
      signedIn(() => ok({ state: 'off', sentAt: null, sentence: null, status: null, texts: [] })),
    ),
    http.get(
      '*/api/tokens/:id/ask-again',
      signedIn(() => ok({ possible: false, texts: [] })),
    ),
    http.get(
      '*/api/tokens/:id/reminders',
      signedIn(({ id }) => ok(remindersOf(state, id))),
    ),
    http.post(
      '*/api/tokens/:id/reminders/:change',
      signedIn(({ id, request }) => {
        const reminders = remindersOf(state, id);
        reminders.paused = request.url.endsWith('/pause');
        reminders.planned = reminders.paused ? [] : reminders.ifTextedNow;
        return ok(reminders);
      }),
    ),
    http.get(
      '*/api/admin/tokens/monitor',
      signedIn(({ query }) => {
        const [status, search, userId] = ['status', 'search', 'userId'].map((name) => query.get(name) ?? '');
        const found = state.tokens.filter(
          (token) =>
            (!status || token.status === status) &&
            (!userId || token.owner.id === userId) &&
            `${token.patient_ref_id} ${token.token}`.toLowerCase().includes((search ?? '').toLowerCase()),
        );
        const start = Number(query.get('cursor') ?? 0);
        const end = start + Number(query.get('limit') ?? found.length);
        return ok({ tokens: found.slice(start, end), nextCursor: end < found.length ? String(end) : null });
      }),
    ),
    http.get(
      '*/api/users',
      signedIn(() => ok({ users: state.users.filter(({ role }) => role === 'user') })),
    ),
    http.get(
      '*/api/documents',
      signedIn(({ user, query }) => {
        const search = (query.get('search') ?? '').toLowerCase();
        const found = ({ patient_ref_id, file_name, comment }: Document) =>
          [patient_ref_id, file_name, comment ?? ''].some((text) => text.toLowerCase().includes(search));
        return ok({
          uploads: state.documents.filter((row) => inScope(row, user, query.get('scope')) && found(row)),
        });
      }),
    ),
    http.get(
      '*/api/documents/:id',
      signedIn(({ id }) => {
        const document = state.documents.find((candidate) => candidate.id === id);
        if (document) document.seen = true;
        return document
          ? ok({ document })
          : reject(404, 'document_not_found', errors.document_not_found.text);
      }),
    ),
    http.get(
      '*/api/files/:id/pages',
      signedIn(() => ok({ pages: [1, 2, 3].map(() => ({ width: 595, height: 842 })), total: 3 })),
    ),
    http.post(
      '*/api/documents/:id/review',
      signedIn(async ({ id, user, request }) => {
        const wanted = (await request.json()) as ReviewBody;
        const document = state.documents.find((candidate) => candidate.id === id);
        if (!document) return reject(404, 'document_not_found', errors.document_not_found.text);
        if (document.review.state !== wanted.from)
          return reject(409, 'review_changed', errors.review_changed.text);
        const by = { firstName: user.firstName, lastName: user.lastName };
        const mark = wanted.state === 'new' ? { by: null, at: null } : { by, at: new Date().toISOString() };
        document.review = { state: wanted.state, ...mark };
        return ok({ review: document.review });
      }),
    ),
    http.get(
      '*/api/admin/documents',
      signedIn(({ query }) => {
        const found = state.documents.filter(
          (document) =>
            document.patient_ref_id.includes(query.get('patientRefId') ?? '') &&
            document.file_type.includes(query.get('fileType') ?? '') &&
            document.review.state.includes(query.get('review') ?? '') &&
            (!query.get('userId') || document.owner.id === query.get('userId')),
        );
        return ok({ uploads: found, nextCursor: null });
      }),
    ),
    http.delete(
      '*/api/upload/file/:id',
      signedIn(({ id }) => {
        state.documents = state.documents.filter((document) => document.id !== id);
        return ok({ deleted: 1 });
      }),
    ),
    http.delete(
      '*/api/upload/files/bulk',
      signedIn(async ({ request }) => {
        const { documentIds } = (await request.json()) as { documentIds: string[] };
        state.documents = state.documents.filter(({ id }) => !documentIds.includes(id));
        return ok({ deleted: documentIds.length });
      }),
    ),
    http.get(
      '*/api/admin/users',
      signedIn(({ query }) => {
        const status = query.get('status');
        const found = state.users.filter(
          (user) =>
            user.role === 'user' &&
            `${user.firstName} ${user.lastName}`
              .toLowerCase()
              .includes((query.get('name') ?? '').toLowerCase()) &&
            (!status || (status === 'disabled') === user.disabled),
        );
        return ok({ users: found.map((user) => asClinician(user, state.invited.has(user.id))) });
      }),
    ),
    http.post(
      '*/api/admin/users',
      signedIn(() => ok({}, undefined, 201)),
    ),
    http.post(
      '*/api/admin/users/:id/:change',
      signedIn(({ id, request }) => {
        const disabled = request.url.endsWith('/disable');
        state.users = state.users.map((user) => (user.id === id ? { ...user, disabled } : user));
        return ok({});
      }),
    ),
    http.get('*/api/events', () => new Promise<Response>(() => undefined)),
    http.get('*/config.json', () =>
      HttpResponse.json({
        signupUrl: 'https://signup.example/caredrop',
        clinicName: 'Harbour Street Clinic',
        passwordMinLength: 6,
      }),
    ),
  ];
}
