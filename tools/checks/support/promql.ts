import { parser } from '@prometheus-io/lezer-promql';

export interface Parsed {
  /** Offsets of syntax errors. */
  errors: number[];
  /** Metrics that the expression uses. */
  metrics: string[];
}

/** Parses an expression with Prometheus' own grammar. */
export function parsePromql(expression: string): Parsed {
  const parsed: Parsed = { errors: [], metrics: [] };
  parser.parse(expression).iterate({
    enter: ({ type, name, from, to, node }) => {
      if (type.isError) parsed.errors.push(from);
      // An identifier in a selector is a metric; one in a label list or a function's name is not.
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        parsed.metrics.push(expression.slice(from, to));
    },
  });
  return parsed;
}
