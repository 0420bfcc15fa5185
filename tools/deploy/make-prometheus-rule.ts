import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { formatted } from '../configuration/formatted.ts';
import { root } from '../stack/paths.ts';

export const ruleFile = path.join(root, 'k8s/components/monitoring/prometheus-rule.yaml');

/**
 * The alerts of deploy/observability for the Prometheus operator. Their links begin with `docs/`, which the
 * monitoring component replaces with the overlay's DOCS_URL.
 */
export async function prometheusRule(): Promise<string> {
  const alerts = readFileSync(path.join(root, 'deploy/observability/alerts.yml'), 'utf8');
  const { groups } = parse(alerts.replaceAll('{{ $externalLabels.docs }}', 'docs')) as { groups: unknown };
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    // The label that kube-prometheus-stack selects when installed under that name.
    metadata: { name: 'caredrop', labels: { release: 'kube-prometheus-stack' } },
    spec: { groups },
  };
  const head =
    '# Generated from deploy/observability/alerts.yml: node tools/deploy/make-prometheus-rule.ts\n';
  return formatted(ruleFile, head + stringify(rule));
}

if (import.meta.main) writeFileSync(ruleFile, await prometheusRule());
