import { randomUUID } from 'node:crypto';
import type {
  Covers,
  Document,
  RequestTemplate,
  SavedView,
  SendingJob,
  Team,
  User,
} from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import type { ApiClient } from './api.js';
import {
  anAbsence,
  aReference,
  aTemplate,
  aView,
  pdfUpload,
  receive,
  receiveWith,
  twoItems,
} from './make.js';
import { People, type NewClinician } from './people.js';
import { account, readRun } from './run.js';
import { expire, forgetProof, sessionOf } from './sessions.js';

/** The callers, in the order of the table's columns. */
export const callers = ['anonymous', 'patient', 'owner', 'other', 'admin', 'disabled', 'expired'] as const;
export type Caller = (typeof callers)[number];

/** One call, made for one cell. `path` begins with the fixed part of its pattern. */
export interface Made {
  path: string;
  body?: unknown;
  form?: FormData;
  /** A separate bearer for a call that ends the session. */
  bearer?: string | null;
}

/** The matrix's users, and objects that belong to its owner. */
export class Cast {
  private constructor(
    readonly people: People,
    readonly owner: ApiClient,
    readonly other: ApiClient,
    readonly admin: ApiClient,
    private readonly bearers: Record<Caller, string | null>,
    private readonly accounts: Record<'owner' | 'other', NewClinician>,
    /** The clinician whose account the admin's calls act on. */
    readonly subject: User,
    /** A document of the owner that no call deletes. */
    readonly document: Document,
    private job?: Promise<string>,
    /** The team for which the owner's links are made. */
    private teamId: string | null = null,
  ) {}

  static async gather(): Promise<Cast> {
    const people = new People();
    const [owner, other, disabled, expired, subject] = await Promise.all(
      ['Owner', 'Other', 'Disabled', 'Expired', 'Subject'].map((name) => people.newClinician(name)),
    );
    if (!owner || !other || !disabled || !expired || !subject) throw new Error('the cast is not complete');
    const apis = await Promise.all([owner, other, disabled, expired].map((one) => people.signIn(one)));
    const [ownerApi, otherApi, disabledApi, expiredApi] = apis as [
      ApiClient,
      ApiClient,
      ApiClient,
      ApiClient,
    ];
    const admin = await people.get('admin');
    await admin.post(`/admin/users/${disabled.user.id}/disable`, {});
    await expire(expiredApi);
    const link = await ownerApi.createToken(aReference('M'));
    const bearers = {
      anonymous: null,
      patient: link.token,
      owner: ownerApi.bearer,
      other: otherApi.bearer,
      admin: admin.bearer,
      disabled: disabledApi.bearer,
      expired: expiredApi.bearer,
    };
    const { document } = await receive(ownerApi, aReference('M'));
    return new Cast(people, ownerApi, otherApi, admin, bearers, { owner, other }, subject.user, document);
  }

  get ownerId(): string {
    return this.accounts.owner.user.id;
  }

  get otherId(): string {
    return this.accounts.other.user.id;
  }

  bearerOf(caller: Caller): string | null {
    return this.bearers[caller];
  }

  /** The bearer of a second session, for a call that ends it; callers without a live session keep theirs. */
  async sessionToEnd(caller: Caller): Promise<string | null> {
    if (caller === 'owner' || caller === 'other')
      return (await this.people.signIn(this.accounts[caller])).bearer;
    if (caller === 'admin') {
      const admin = readRun().accounts.find(({ role }) => role === 'admin');
      return admin ? (await this.people.signIn(admin)).bearer : null;
    }
    return this.bearers[caller];
  }

  /** A second session of the owner, which one call may end. */
  freshSession = async () => sessionOf(await this.people.signIn(this.accounts.owner));

  /** A saved view of the owner. */
  async freshView(): Promise<string> {
    const { body } = await this.owner.post<{ view: SavedView }>('/auth/saved-views', aView());
    return body.data.view.id;
  }

  /** A team without members. */
  async freshTeam(): Promise<string> {
    const body = { name: aReference('Team') };
    return (await this.admin.post<{ team: Team }>('/admin/teams', body)).body.data.team.id;
  }

  /** A team whose only member is the owner. */
  async freshTeamOfOwner(): Promise<string> {
    const id = await this.freshTeam();
    await this.admin.post(`/admin/teams/${id}/members`, { userId: this.ownerId });
    return id;
  }

  /** An absence of the owner during which the subject stands in. */
  async freshCover(): Promise<string> {
    await this.admin.delete(`/admin/users/${this.ownerId}/cover`);
    const { body } = await this.owner.post<Covers>('/auth/cover', anAbsence(this.subject.id));
    return body.data.own?.id ?? '';
  }

  /** A request template of the clinic, which one call may change or archive. */
  async freshTemplate(): Promise<string> {
    const { body } = await this.admin.post<{ template: RequestTemplate }>(
      '/admin/request-templates',
      aTemplate(),
    );
    return body.data.template.id;
  }

  /** Archives all templates: the form for a new link would offer them in later tests on this stack. */
  async archiveTemplates(): Promise<void> {
    const { body } = await this.admin.get<{ templates: RequestTemplate[] }>('/request-templates');
    for (const { id, version } of body.data.templates)
      await this.admin.post(`/admin/request-templates/${id}/archive`, { version });
  }

  /**
   * The bearer of a new clinician's account, for a call that ends all other sessions of its caller. The administrator's
   * calls are made by a new clinician as well, because other tests use the administrator's sessions. Callers without a
   * session keep their shared bearer.
   */
  async bearerOfNewAccount(caller: Caller): Promise<string | null> {
    if (caller !== 'owner' && caller !== 'other' && caller !== 'admin') return this.bearers[caller];
    return (await this.people.signIn(await this.people.newClinician('Alone'))).bearer;
  }

  /** An admin whose last proof is too old. */
  async adminWithOldProof(): Promise<ApiClient> {
    const admin = await this.people.signIn(account(readRun(), 'admin', 0));
    await forgetProof(admin);
    return admin;
  }

  prove = (admin: ApiClient) =>
    admin.post('/auth/proof', { password: account(readRun(), 'admin', 0).password });

  credentials() {
    const { email, password } = this.accounts.owner;
    return { email, password };
  }

  freshToken = () => this.owner.createToken(aReference('M'), { teamId: this.teamId });

  /** As the owner, creates a request for two documents, the first of which can be skipped. */
  freshRequest = () => this.owner.createToken(aReference('M'), { teamId: this.teamId, items: twoItems });

  /** The id of one of the owner's requests, whose first document has arrived. */
  async answeredRequest(): Promise<string> {
    const { document } = await receiveWith(this.owner, await this.freshRequest());
    return document.request?.id ?? '';
  }

  /** Uses this team for the owner's later links, and assigns the document to it. */
  async shareWith(teamId: string): Promise<void> {
    this.teamId = teamId;
    await this.admin.post(`/tokens/${this.document.token_id}/assign`, { teamId });
    // For up to a second, the gateway may still use the owner's earlier teams.
    await eventually(async () => expect((await this.freshToken()).team_id).toBe(teamId));
  }

  /** Sets an absence of the owner during which this colleague stands in. */
  async beAway(coverId: string): Promise<void> {
    await this.admin.delete(`/admin/users/${this.ownerId}/cover`);
    await this.owner.post<Covers>('/auth/cover', anAbsence(coverId));
  }

  /** The id of one of the owner's files of requests, which has been cancelled. */
  async cancelledJob(): Promise<string> {
    this.job ??= this.newCancelledJob();
    return this.job;
  }

  private async newCancelledJob(): Promise<string> {
    const rows = [{ line: 2, reference: aReference('M'), phone: '07700 900123' }];
    const { body } = await this.owner.post<{ job: SendingJob }>('/sending-jobs', { rows });
    await this.owner.post(`/sending-jobs/${body.data.job.id}/cancel`, {});
    return body.data.job.id;
  }

  /** A document of the owner that one call may delete. */
  freshDocument = async () => (await receiveWith(this.owner, await this.freshToken())).document;
}

/** A form as the patient's page submits it. */
export function uploadForm(): FormData {
  const { bytes, name, type } = pdfUpload();
  const form = new FormData();
  form.set('document', new Blob([Buffer.from(bytes)], { type }), name);
  return form;
}

/** The status of a call made with `bearer`; streams are closed at once. */
export async function statusOf(method: string, made: Made, bearer: string | null): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(`${readRun().url}/api${made.path}`, {
    method,
    signal: stop.signal,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(made.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(made.body === undefined ? {} : { body: JSON.stringify(made.body) }),
    ...(made.form && { body: made.form }),
  });
  stop.abort();
  return response.status;
}

export const anAddress = () => `matrix-${randomUUID().slice(0, 8)}@clinic.example`;
