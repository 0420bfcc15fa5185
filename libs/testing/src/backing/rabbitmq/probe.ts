import { connect } from 'amqplib';

/** Throws unless a broker accepts a connection at this URL. */
export async function acceptsAmqp(url: string): Promise<void> {
  const connection = await connect(url, { timeout: 20_000 });
  await connection.close();
}
