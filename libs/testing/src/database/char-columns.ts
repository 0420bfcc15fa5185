import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/*
 * The Postgres catalogue, which the schema engine reads, has columns of the internal type "char". adapter-pg
 * 7.10 rejects them, and the engine needs them as characters, not as text. So the pool returns them as text
 * and remembers the columns, and the adapter restores their type.
 */

const INTERNAL_CHAR = 18;
const TEXT = 25;

/** Columns of a result that were "char", by the result's array of rows. */
const charColumns = new WeakMap<object, number[]>();

/** A pool whose results adapter-pg accepts. */
export class CharPool extends pg.Pool {
  override query = (async (...args: unknown[]) => {
    const inherited = pg.Pool.prototype.query as (...args: unknown[]) => Promise<pg.QueryResult>;
    const result = await inherited.apply(this, args);
    const columns = [...result.fields.keys()].filter(
      (index) => result.fields[index]?.dataTypeID === INTERNAL_CHAR,
    );
    for (const index of columns) Object.assign(result.fields[index] ?? {}, { dataTypeID: TEXT });
    charColumns.set(result.rows, columns);
    return result;
  }) as pg.Pool['query'];
}

/** adapter-pg over a `CharPool`. */
export class CharPrismaPg extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query: SqlQuery): Promise<SqlResultSet> => {
      const result = await queryRaw(query);
      for (const index of charColumns.get(result.rows) ?? [])
        result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}
