import { passOn, startRelayServer, type RelayServer } from './relay-server.js';

export type Mood =
  /** Answers as Twilio does. */
  | 'well'
  /** Sends the message and loses the answer. */
  | 'answer lost'
  /** Takes the request and does nothing with it. */
  | 'request lost'
  /** Answers 500 and has sent nothing. */
  | 'broken';

/** Stands between the service and the SMS stand-in and can lose what passes. */
export class TwilioInBetween {
  mood: Mood = 'well';
  /** Requests to send that came, whatever became of them. */
  sends = 0;

  private constructor(private readonly standIn: string) {}

  static async start(standIn: string): Promise<TwilioInBetween & RelayServer> {
    const between = new TwilioInBetween(standIn);
    const server = await startRelayServer(async (request, body, response) => {
      const mood = request.method === 'POST' ? between.mood : 'well';
      if (request.method === 'POST') between.sends += 1;
      const target = `${between.standIn}${request.url ?? ''}`;
      if (mood === 'well') await passOn(request, body, response, target);
      if (mood === 'answer lost') await passOn(request, body, null, target);
      if (mood === 'broken') response.writeHead(500).end('{"code":20500,"message":"","status":500}');
    });
    return Object.assign(between, server);
  }
}
