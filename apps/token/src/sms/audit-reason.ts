/** A provider's code as an audit reason, which begins with a letter. */
export const auditReason = (code: string): string => (/^\d/.test(code) ? `sms_${code}` : code);
