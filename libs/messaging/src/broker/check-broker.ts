import { connect } from 'amqplib';

const CONNECT_TIMEOUT_MS = 10_000;
const handshake = /^(EPROTO|ERR_SSL)/;
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS/;

/**
 * Returns why a connection can never succeed, as a sentence without secrets; null if the broker is merely unavailable.
 */
export function brokerProblem(error: unknown): string | null {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/ACCESS[-_]REFUSED/.test(message))
    return 'The broker does not accept the user and password in AMQP_URL';
  if (/OpenOk; got <ConnectionClose/.test(message))
    return 'The broker does not let the user in AMQP_URL use that virtual host';
  if (handshake.test(code))
    return `The TLS handshake with the broker in AMQP_URL failed (${code}); its port must be one that speaks TLS, usually 5671`;
  return certificate.test(code)
    ? `The certificate of the broker in AMQP_URL cannot be trusted (${code})`
    : null;
}

/**
 * Fails closed at start: throws when the broker rejects us or cannot prove its identity. An unavailable
 * broker does not prevent the start: events wait in the outbox.
 */
export async function checkBroker(amqpUrl: string): Promise<void> {
  try {
    const connection = await connect(amqpUrl, { timeout: CONNECT_TIMEOUT_MS });
    connection.on('error', () => undefined); // An error while the connection closes does not matter here.
    await connection.close();
  } catch (error) {
    const problem = brokerProblem(error);
    if (problem) throw new Error(problem);
  }
}
