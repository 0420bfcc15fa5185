import type pg from 'pg';
import type { Row } from './rows.ts';

/** Inserts rows into one table in batches; its other columns get their defaults. */
export class RowWriter {
  private readonly waiting: Row[] = [];
  private readonly client: pg.Client;
  private readonly table: string;
  private readonly batch: number;

  constructor(client: pg.Client, table: string, batch = 2_000) {
    this.client = client;
    this.table = table;
    this.batch = batch;
  }

  async add(row: Row): Promise<void> {
    this.waiting.push(row);
    if (this.waiting.length >= this.batch) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.waiting.splice(0);
    if (!rows[0]) return;
    const columns = Object.keys(rows[0])
      .map((name) => `"${name}"`)
      .join(', ');
    await this.client.query(
      `INSERT INTO ${this.table} (${columns})
       SELECT ${columns} FROM json_populate_recordset(NULL::${this.table}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }
}
