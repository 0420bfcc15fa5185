/** As much of a PrismaClient as is needed here. */
export interface SqlRunner {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}
export interface SqlTransactions extends SqlRunner {
  $transaction<T>(work: (tx: SqlRunner) => Promise<T>, options?: { timeout?: number }): Promise<T>;
}

/** Where a table keeps what is sealed, and under which key. Names are ours, never anybody's input. */
export interface SealedRows {
  table: string;
  keyId: string;
  bytes: string;
  /** What a row is to an operator: `links`. */
  what: string;
}
