import { connect } from 'amqplib';

/** Throws unless a broker lets us in at this URL. */
export async function answersAmqp(url: string): Promise<void> {
  const connection = await connect(url, { timeout: 2_000 });
  await connection.close();
}
