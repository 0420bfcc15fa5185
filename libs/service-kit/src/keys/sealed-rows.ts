/** The part of a PrismaClient that is needed here. */
export interface SqlRunner {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}
export interface SqlTransactions extends SqlRunner {
  $transaction<T>(work: (tx: SqlRunner) => Promise<T>, options?: { timeout?: number }): Promise<T>;
}

/**
 * Names of the table and of the columns with sealed values and their key ids. Constants in the code, never
 * user input.
 */
export interface SealedRows {
  table: string;
  keyId: string;
  bytes: string;
  /** What the rows are called in messages to operators: `links`. */
  what: string;
}
