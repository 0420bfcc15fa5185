import type { ErrorCode } from './error-codes.js';
import { errors, fieldLabels } from './errors.js';
import { smsReason } from './sms-reason.js';

/** The names in braces in a sentence. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** Types of the parameters that are not plain numbers. */
interface SpecialParams {
  field: keyof typeof fieldLabels;
  /** The provider's code, or one of ours; null if there is none. */
  reason: string | null;
}

/** The parameters of an error: `{}` for most. */
export type ErrorParams<Code extends ErrorCode> = {
  readonly [Name in Names<(typeof errors)[Code]['text']>]: Name extends keyof SpecialParams
    ? SpecialParams[Name]
    : number;
};

/** Parameters as the envelope carries them. */
export type Params = Readonly<Record<string, string | number | null>>;

/** The names of an error's parameters. */
export const paramNames = (code: ErrorCode): string[] =>
  [...errors[code].text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Renders the English sentence of an error. */
export function errorSentence<Code extends ErrorCode>(
  code: Code,
  ...[params]: Names<(typeof errors)[Code]['text']> extends never ? [params?: Params] : [ErrorParams<Code>]
): string {
  return renderError(code, params ?? {});
}

/** Like `errorSentence`, for parameters that come from the network. */
export const renderError = (code: ErrorCode, params: Params): string =>
  errors[code].text.replaceAll(/\{(\w+)\}/g, (_, name: string) => word(name, params[name] ?? null));

function word(name: string, value: string | number | null): string {
  if (name === 'reason') return smsReason(value === null ? null : String(value));
  if (name === 'field' && Object.hasOwn(fieldLabels, String(value)))
    return fieldLabels[value as keyof typeof fieldLabels];
  return String(value);
}
