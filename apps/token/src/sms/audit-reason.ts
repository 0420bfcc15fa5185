/** Converts the code of a provider or a mail server to an audit reason, which must begin with a letter. */
export const auditReason = (code: string, by: 'sms' | 'smtp' = 'sms'): string =>
  /^\d/.test(code) ? `${by}_${code}` : code;
