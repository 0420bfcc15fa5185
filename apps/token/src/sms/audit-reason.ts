/** The code of a provider or of a mail server as an audit reason, which begins with a letter. */
export const auditReason = (code: string, by: 'sms' | 'smtp' = 'sms'): string =>
  /^\d/.test(code) ? `${by}_${code}` : code;
