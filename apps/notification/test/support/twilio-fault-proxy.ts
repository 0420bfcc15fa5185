import { passOn, startRelayServer, type RelayServer } from './relay-server.js';

export type Mood =
  /** Responds as Twilio does. */
  | 'well'
  /** Sends the message and loses the response. */
  | 'response lost'
  /** Accepts the request and does nothing with it. */
  | 'request lost'
  /** Returns 500 without having sent anything. */
  | 'broken';

/** A proxy between the service and the Twilio emulator that can lose requests and responses. */
export class TwilioFaultProxy {
  mood: Mood = 'well';
  /** Requests to send that arrived, whatever their outcome. */
  sends = 0;

  private constructor(private readonly emulator: string) {}

  static async start(emulator: string): Promise<TwilioFaultProxy & RelayServer> {
    const proxy = new TwilioFaultProxy(emulator);
    const server = await startRelayServer(async (request, body, response) => {
      const mood = request.method === 'POST' ? proxy.mood : 'well';
      if (request.method === 'POST') proxy.sends += 1;
      const target = `${proxy.emulator}${request.url ?? ''}`;
      if (mood === 'well') await passOn(request, body, response, target);
      if (mood === 'response lost') await passOn(request, body, null, target);
      if (mood === 'broken') response.writeHead(500).end('{"code":20500,"message":"","status":500}');
    });
    return Object.assign(proxy, server);
  }
}
