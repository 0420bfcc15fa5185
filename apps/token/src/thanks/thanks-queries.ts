import { Inject, Injectable } from '@nestjs/common';
import { smsStatuses, thanksSentences, type Thanks, type ThanksSentence } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { SmsSend, Token } from '../generated/prisma/client.js';
import { TokenDocuments } from '../tokens/token-documents.js';
import { sentenceOf, thanksNumber, thanksRejection, thanksText } from './thanks-rules.js';

const nothing: Thanks = { state: 'off', sentAt: null, sentence: null, status: null, texts: [] };

@Injectable()
export class ThanksQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly documents: TokenDocuments,
    @Inject(CONFIG) private readonly config: Pick<Config, 'THANKS' | 'LANGUAGES'>,
  ) {}

  /** Whether the link's patient can be thanked, as the API shows it. */
  async of(token: Token, now = new Date()): Promise<Thanks> {
    if (this.config.THANKS === 'off') return nothing;
    const send = await this.prisma.smsSend.findFirst({ where: { tokenId: token.id, thanks: { not: null } } });
    if (token.thankedAt) return { ...shown(send), state: 'sent', sentAt: token.thankedAt.toISOString() };
    const possible = thanksRejection(token, now) === null && (await this.isOpenable(token));
    if (!possible) return { ...shown(send), state: 'impossible' };
    const textOf = (sentence: ThanksSentence) => thanksText(token, sentence, this.config.LANGUAGES);
    const texts = thanksSentences.map((sentence) => ({ sentence, text: textOf(sentence) }));
    const phoneEnding = thanksNumber(token, now)?.slice(-3);
    return { ...shown(send), state: 'possible', texts, ...(phoneEnding && { phoneEnding }) };
  }

  /** False while the document is being scanned, and when it was deleted, rejected or lost. */
  async isOpenable(token: Token): Promise<boolean> {
    return (await this.documents.of(token)).some(({ file_url: url }) => url !== null);
  }
}

const shown = (send: SmsSend | null): Thanks => ({
  ...nothing,
  sentence: sentenceOf(send?.thanks ?? null),
  status: smsStatuses.find((status) => status === send?.status) ?? null,
});
