import { connect, type ChannelModel } from 'amqplib';
import { brokerUrl } from './insides.js';

/** Listens to everything published from now on, as a curious operator of the broker could. */
export class BrokerTap {
  readonly messages: string[] = [];

  private constructor(private readonly connection: ChannelModel) {}

  static async open(namespace = 'caredrop'): Promise<BrokerTap> {
    const tap = new BrokerTap(await connect(brokerUrl()));
    tap.connection.on('error', () => undefined);
    const channel = await tap.connection.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    for (const exchange of ['events', 'live'])
      await channel.bindQueue(queue, `${namespace}.${exchange}`, '#');
    await channel.consume(
      queue,
      (message) => {
        if (message)
          tap.messages.push(
            `${JSON.stringify(message.fields)} ${JSON.stringify(message.properties)} ${message.content.toString()}`,
          );
      },
      { noAck: true },
    );
    return tap;
  }

  /** The broker may have been stopped in the meantime. */
  async close(): Promise<void> {
    await this.connection.close().catch(() => undefined);
  }
}
