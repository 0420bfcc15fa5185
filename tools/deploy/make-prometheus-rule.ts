import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parse, stringify } from 'yaml';
import { root } from '../stack/paths.ts';

export const ruleFile = path.join(root, 'k8s/components/monitoring/prometheus-rule.yaml');

/** The alerts of deploy/observability as the Prometheus operator reads them. */
export async function prometheusRule(): Promise<string> {
  const { groups } = parse(readFileSync(path.join(root, 'deploy/observability/alerts.yml'), 'utf8')) as {
    groups: unknown;
  };
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'caredrop' },
    spec: { groups },
  };
  const head = '# Made of deploy/observability/alerts.yml: node tools/deploy/make-prometheus-rule.ts\n';
  return format(head + stringify(rule), { ...(await resolveConfig(ruleFile)), parser: 'yaml' });
}

if (import.meta.main) writeFileSync(ruleFile, await prometheusRule());
