import { Inject, Injectable } from '@nestjs/common';
import type { AuditResponse } from '@caredrop/contracts';
import { documentNamesResponse, teamNamesResponse, tokenNamesResponse } from '@caredrop/contracts/internal';
import { InternalClient, type Logger } from '@caredrop/service-kit';
import type { ChainEntry } from '../chain/entry.js';
import { LOGGER } from '../config.js';

type Names = AuditResponse['subjects'];

const TIMEOUT_MS = 1_500;

/** Current names of the links and documents in entries, which hold ids only. */
@Injectable()
export class Subjects {
  constructor(
    @Inject(InternalClient) private readonly client: InternalClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** By id, for the subject of each entry. Unknown ones, and those that cannot be looked up now, are left out. */
  async in(entries: ChainEntry[]): Promise<Names> {
    const idsOf = (kind: string) => [
      ...new Set(entries.flatMap(({ subject }) => (subject?.kind === kind ? [subject.id] : []))),
    ];
    const named = await Promise.all([
      this.orNone(idsOf('token'), (ids) => this.tokens(ids)),
      this.orNone(idsOf('document'), (ids) => this.documents(ids)),
    ]);
    return Object.fromEntries(named.flatMap((names) => Object.entries(names)));
  }

  /** Names of the teams in entries, by id: subjects and related ones. */
  teamsIn(entries: ChainEntry[]): Promise<AuditResponse['teams']> {
    const things = entries.flatMap(({ subject, related }) => (subject ? [subject, ...related] : related));
    const ids = things.filter(({ kind }) => kind === 'team').map(({ id }) => id);
    return this.orNone([...new Set(ids)], (teams) => this.teams(teams));
  }

  private async teams(ids: string[]): Promise<AuditResponse['teams']> {
    const options = { timeoutMs: TIMEOUT_MS, onBehalf: false };
    const response = await this.client.post(
      'auth',
      '/internal/teams/names',
      { ids },
      teamNamesResponse,
      options,
    );
    return Object.fromEntries(response.teams.map(({ id, name }) => [id, name]));
  }

  private async tokens(ids: string[]): Promise<Names> {
    const options = { timeoutMs: TIMEOUT_MS, onBehalf: false };
    const { tokens } = await this.client.post(
      'token',
      '/internal/tokens/names',
      { ids },
      tokenNamesResponse,
      options,
    );
    return Object.fromEntries(tokens.map(({ id, reference }) => [id, { reference, fileName: null }]));
  }

  private async documents(ids: string[]): Promise<Names> {
    const options = { timeoutMs: TIMEOUT_MS, onBehalf: false };
    const { documents } = await this.client.post(
      'document',
      '/internal/documents/names',
      { ids },
      documentNamesResponse,
      options,
    );
    return Object.fromEntries(documents.map(({ id, ...names }) => [id, names]));
  }

  /** Returns no names if they cannot be fetched, so that the list is still shown. */
  private async orNone<Found extends object>(
    ids: string[],
    fetch: (ids: string[]) => Promise<Found>,
  ): Promise<Found | Record<string, never>> {
    if (ids.length === 0) return {};
    try {
      return await fetch(ids);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to fetch names; showing entries without them');
      return {};
    }
  }
}
