import type { Reply, Asked, Route } from '../web/small-server.js';
import { destiny, newMessage, twilioError, twilioResource, type SmsMessage } from './sms-message.js';

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  messages: SmsMessage[];
  accept: (message: SmsMessage) => void;
}

/** The messages part of Twilio's API: create, fetch, list. */
export function twilioApi(account: TwilioAccount): Route[] {
  const signedIn =
    (handle: (asked: Asked) => Reply) =>
    (asked: Asked): Reply =>
      mayCall(account, asked)
        ? handle(asked)
        : { status: 401, body: twilioError(401, 20003, 'Authenticate') };
  return [
    [
      'POST',
      /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/,
      signedIn((asked) => create(account, asked)),
    ],
    ['GET', /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/, signedIn((asked) => list(account, asked))],
    [
      'GET',
      /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\/([^/]+)\.json$/,
      signedIn((asked) => fetchOne(account, asked)),
    ],
  ];
}

function mayCall({ accountSid, authToken }: TwilioAccount, { headers, params }: Asked): boolean {
  const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return headers.authorization === expected && params[0] === accountSid;
}

function create(account: TwilioAccount, { body }: Asked): Reply {
  const form = new URLSearchParams(body);
  const rejection = whyNot(form);
  if (rejection) return { status: 400, body: rejection };
  const message = newMessage(account.accountSid, form);
  const response = { status: 201, body: twilioResource(message) };
  account.accept(message);
  return response;
}

function whyNot(form: URLSearchParams): object | undefined {
  const to = form.get('To') ?? '';
  if (!to) return twilioError(400, 21604, "A 'To' phone number is required.");
  if (!form.get('Body')) return twilioError(400, 21602, 'Message body is required.');
  if (!form.get('From') && !form.get('MessagingServiceSid'))
    return twilioError(400, 21603, "A 'From' phone number is required.");
  if (!/^\+[1-9]\d{6,14}$/.test(to) || destiny(to) === 'refused') {
    return twilioError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  }
  return undefined;
}

function fetchOne({ messages }: TwilioAccount, { params, url }: Asked): Reply {
  const message = messages.find(({ sid }) => sid === params[1]);
  if (message) return { body: twilioResource(message) };
  return {
    status: 404,
    body: twilioError(404, 20404, `The requested resource ${url.pathname} was not found`),
  };
}

/** Newest first, on one page; `To` and `From` filter the list, as in Twilio's API. */
function list({ messages, accountSid }: TwilioAccount, { url }: Asked): Reply {
  const [to, from] = [url.searchParams.get('To'), url.searchParams.get('From')];
  const found = messages
    .toReversed()
    .filter((message) => (!to || message.to === to) && (!from || message.from === from));
  const size = Number(url.searchParams.get('PageSize') ?? 50);
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages.json${url.search}`;
  const paging = {
    page: 0,
    page_size: size,
    first_page_uri: uri,
    next_page_uri: null,
    previous_page_uri: null,
    uri,
  };
  return {
    body: { ...paging, start: 0, end: found.length, messages: found.slice(0, size).map(twilioResource) },
  };
}
