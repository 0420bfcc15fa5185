/** The part of a PrismaClient needed here. */
export interface SqlRunner {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}
export interface SqlTransactions extends SqlRunner {
  $transaction<T>(work: (tx: SqlRunner) => Promise<T>, options?: { timeout?: number }): Promise<T>;
}

/** Names of the table and columns of sealed values and their key. Constants in the code, never user input. */
export interface SealedRows {
  table: string;
  keyId: string;
  bytes: string;
  /** Name of the rows for operators: `links`. */
  what: string;
}
