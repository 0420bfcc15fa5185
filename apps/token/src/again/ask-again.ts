import { Inject, Injectable } from '@nestjs/common';
import {
  againReasons,
  type AskAgain as AskAgainState,
  type AskAgainBody,
  type SendChannel,
} from '@caredrop/contracts';
import { appError, type Principal } from '@caredrop/service-kit';
import { againRejection, againText } from '../again-rules/again-rules.js';
import { CONFIG, type Config } from '../config.js';
import type { Token } from '../generated/prisma/client.js';
import { ReissueToken } from '../renewals/reissue-token.js';
import type { Texted } from '../sms/text-new-link.js';
import { toE164 } from '../tokens/phone-number.js';
import { thanksNumber } from '../thanks/thanks-rules.js';
import { shortAddress } from '../tokens/short-address.js';
import { storableText } from '../tokens/storable-text.js';

/** Asks the patient for a document again, with a new link that gives the reason and replaces the used one. */
@Injectable()
export class AskAgain {
  constructor(
    private readonly reissueToken: ReissueToken,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES' | 'SMS_COUNTRIES'>,
  ) {}

  /** Returns whether asking again is possible, and the texts as they would be sent. */
  stateOf(token: Token): AskAgainState {
    const possible = token.replacedBy === null && againRejection(token) === null;
    const number = thanksNumber(token, new Date());
    const address = acceptedAddress(token);
    const texts = againReasons.map((reason) => ({
      reason,
      text: againText(token, reason, this.config.LANGUAGES),
    }));
    return {
      possible,
      ...(possible && { channels: channelsOf(token) }),
      ...(possible && number && { phoneEnding: number.slice(-3) }),
      ...(possible && address && { emailHint: shortAddress(address) }),
      texts: possible ? texts : [],
    };
  }

  /**
   * Makes the new link, at most once for a `key`, and texts and emails it if `send` is set. The document stays with the
   * used link; an event marks it as asked again. Throws 400 (words, number), 409 and 429.
   */
  async execute(token: Token, actor: Principal, body: AskAgainBody, key: string | null): Promise<Texted> {
    const words = body.reason === 'own_words' ? storableText(body.words ?? '') : null;
    if (body.reason === 'own_words' && words === null) throw appError('again_words_required');
    const address = body.send ? (body.email ?? acceptedAddress(token)) : null;
    const again = { reason: body.reason, words, number: this.numberFor(token, body), address };
    const { send, reminders } = body;
    return this.reissueToken.execute(token.id, actor.userId, { send, reminders, key, again });
  }

  /** The number that the clinician typed, otherwise the stored one; null if the new link is not to be sent. */
  private numberFor(token: Token, { send, phoneNumber }: AskAgainBody): string | null {
    if (!send) return null;
    if (phoneNumber === null) return thanksNumber(token, new Date());
    const number = toE164(phoneNumber, this.config.SMS_COUNTRIES);
    if (number === null) throw appError('phone_invalid');
    return number;
  }
}

/** The channels through which the patient got the link; `sms` if there are none. */
function channelsOf({ hasSms, smsStatus, emailStatus }: Token): SendChannel[] {
  const emailed = emailStatus === 'sent' ? (['email'] as const) : [];
  const texted = hasSms && smsStatus !== 'failed';
  return texted || emailed.length === 0 ? ['sms', ...emailed] : [...emailed];
}

/** The address at which the patient received the link, until it is removed after the upload. */
const acceptedAddress = ({ emailStatus, emailAddress }: Token): string | null =>
  emailStatus === 'sent' ? emailAddress : null;
