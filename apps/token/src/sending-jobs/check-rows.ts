import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  isOnLaterLimitDay,
  sendingReason,
  smsEncoding,
  smsSegments,
  type SendChannel,
  type SendingCheck,
  type sendingJobBody,
} from '@caredrop/contracts';
import type { SmsAllowance } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { emailAllowance } from '../email-queue/email-allowance.js';
import { requireOffered } from '../offered-languages/offered.js';
import { LINK_PLACE, linkText } from '../sms/link-texts.js';
import type { TemplateTexts } from '../template-texts/template-texts.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { linkFor, makeTokenValue } from '../tokens/token-value.js';
import { busyReferences } from './busy-references.js';
import { rowsOverLimits } from './day-limits.js';
import { expiryOf, readRow, type ReadRow, type TemplatesByName } from './read-row.js';
import { askAllowance, numberProblem } from './sms-allowance.js';

export type SendingJobRequest = z.output<typeof sendingJobBody>;

export interface CheckedRow {
  line: number;
  /** Without the white space around it in the file. */
  reference: string;
  /** Null for a row with an invalid cell. */
  row: ReadRow | null;
  /** Why the row would not be sent; null: it would be. */
  code: string | null;
}

export interface CheckedFile {
  rows: CheckedRow[];
  allowance: SmsAllowance;
  templates: TemplatesByName;
}

@Injectable()
export class CheckRows {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(InternalClient) private readonly client: InternalClient,
    private readonly templates: TemplateVersions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * What would happen if the file were sent now, or at its `sendAt`. Throws 400 for a language that the clinic does not
   * offer.
   */
  async execute(ownerId: string, request: SendingJobRequest, now = new Date()): Promise<SendingCheck> {
    const start = request.sendAt === undefined ? now : new Date(request.sendAt);
    const { rows, allowance, templates } = await this.check(ownerId, request, start);
    const words = new Map([...templates.values()].map(({ templateId, texts }) => [templateId, texts]));
    const found = await this.withoutBusy(this.prisma, ownerId, rows);
    const open = found.flatMap(({ line, code, row }) => (code === null && row ? [{ line, ...row }] : []));
    const addresses = open.flatMap(({ emailAddress }) => emailAddress ?? []);
    const emails = await emailAllowance(this.prisma, ownerId, addresses, this.config);
    // The allowances are those of today.
    const held = isOnLaterLimitDay(start, now)
      ? null
      : rowsOverLimits(open, { texts: allowance.left, emails });
    const segments = { gsm: 0, ucs2: 0 };
    const shown = found.map(({ line, code, row }) => {
      if (code !== null || !row)
        return { line, ...(code !== null && { code, problem: sendingReason(code) }), segments: 0 };
      const text = row.phoneNumber === null ? '' : this.textOf(row, words.get(row.templateId), start);
      const count = smsSegments(text);
      if (count > 0) segments[smsEncoding(text)] += count;
      const wait = held?.get(line);
      const waits = wait && { code: wait, reason: sendingReason(wait) };
      return { line, channels: channelsFor(row), ...(waits && { waits }), segments: count };
    });
    return {
      rows: shown,
      sendable: open.length,
      segments,
      leftToday: allowance.left,
      emails: { count: addresses.length, leftToday: emails.left },
    };
  }

  /**
   * Checks everything but references that are in use, which the caller looks up with `withoutBusy`. `start` is when the
   * links would be made.
   */
  async check(ownerId: string, request: SendingJobRequest, start: Date): Promise<CheckedFile> {
    requireOffered(request.language, this.config.LANGUAGES);
    const usual = { language: request.language, days: request.expiryDays ?? this.config.TOKEN_EXPIRY_DAYS };
    const templates = await this.templates.byName();
    const read = request.rows.map(({ line, ...cells }) => {
      const result = readRow(cells, usual, this.config, templates, start);
      return typeof result === 'string'
        ? { line, reference: cells.reference.trim(), row: null, code: result }
        : { line, reference: result.reference, row: result, code: null };
    });
    const numbers = new Set(read.flatMap(({ row }) => row?.phoneNumber ?? []));
    const allowance = await askAllowance(this.client, ownerId, [...numbers]);
    const seen = new Set<string>();
    const rows = read.map((checked): CheckedRow => {
      const { row, reference } = checked;
      if (!row) return checked;
      if (seen.has(reference)) return { ...checked, code: 'reference_repeated' };
      const code = numberProblem(allowance, row.phoneNumber);
      if (code === null) seen.add(reference);
      return { ...checked, code };
    });
    return { rows, allowance, templates };
  }

  /**
   * Marks rows whose reference is in use, with the reason. If a repeated reference is in use, none of its rows is sent.
   */
  async withoutBusy(db: Pick<Tx, '$queryRaw'>, ownerId: string, rows: CheckedRow[]): Promise<CheckedRow[]> {
    const references = rows.filter(isRejectedIfInUse).map(({ reference }) => reference);
    const busy = await busyReferences(db, ownerId, references);
    return rows.map((row) =>
      isRejectedIfInUse(row) ? { ...row, code: busy.get(row.reference) ?? row.code } : row,
    );
  }

  /** The text as it will be sent, but with a made-up link of the same length. */
  private textOf(row: ReadRow, words: TemplateTexts | undefined, start: Date): string {
    const expiresAt = expiryOf(row, start) ?? start;
    const link = { language: row.language, expiresAt, againReason: null };
    const text = linkText('sms', link, this.config, words);
    return text.replaceAll(LINK_PLACE, linkFor(this.config.PUBLIC_URL, makeTokenValue()));
  }
}

const isRejectedIfInUse = ({ code }: CheckedRow): boolean => code === null || code === 'reference_repeated';

const channelsFor = ({ phoneNumber, emailAddress }: ReadRow): SendChannel[] => [
  ...(phoneNumber === null ? [] : (['sms'] as const)),
  ...(emailAddress === null ? [] : (['email'] as const)),
];
