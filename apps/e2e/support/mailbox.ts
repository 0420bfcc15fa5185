interface MailSummary {
  ID: string;
  Subject: string;
  To: { Address: string }[];
}

/** The stack's mail inbox, read through Mailpit's REST API. */
export class Mailbox {
  constructor(private readonly url: string) {}

  /** Emails whose text contains `needle`, with their texts. */
  async containing(needle: string): Promise<{ to: string[]; subject: string; text: string }[]> {
    const { messages } = await this.json<{ messages: MailSummary[] }>('/api/v1/messages?limit=1000');
    const mails = await Promise.all(
      messages.map(async (mail) => ({
        to: mail.To.map((person) => person.Address),
        subject: mail.Subject,
        text: (await this.json<{ Text: string }>(`/api/v1/message/${mail.ID}`)).Text,
      })),
    );
    return mails.filter((mail) => mail.text.includes(needle));
  }

  /** Texts of the emails to one address, newest first. */
  async sentTo(address: string): Promise<string[]> {
    const query = encodeURIComponent(`to:"${address}"`);
    const { messages } = await this.json<{ messages: MailSummary[] }>(`/api/v1/search?query=${query}`);
    return Promise.all(
      messages.map(async ({ ID }) => (await this.json<{ Text: string }>(`/api/v1/message/${ID}`)).Text),
    );
  }

  private async json<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}${path}`);
    if (!response.ok) throw new Error(`the mailbox returned ${response.status}`);
    return (await response.json()) as T;
  }
}
