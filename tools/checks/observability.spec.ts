import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errors } from '@caredrop/contracts';
import { parse } from 'yaml';
import { prometheusRule, ruleFile } from '../deploy/make-prometheus-rule.ts';
import { kustomize } from '../deploy/kustomize.ts';
import { root } from '../stack/paths.ts';
import { processNames, serviceNames } from '../stack/service-names.ts';
import { metricNames, namesIn } from './support/metric-names.ts';
import { parsePromql } from './support/promql.ts';

const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const yaml = <T>(file: string): T => parse(text(file), { merge: true }) as T;

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const { groups } = yaml<{ groups: { rules: Alert[] }[] }>('deploy/observability/alerts.yml');
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(text('deploy/observability/grafana/dashboards/caredrop.json')) as {
  panels: Panel[];
};
const inPanels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
);
const expressions = [
  ...alerts.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ...inPanels,
];
const made = metricNames();
/** Metrics of Prometheus itself, or of prom-client for every process. */
const given = new Set(['up', 'ALERTS', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']);
const base = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');
const exists = (name: string): boolean => given.has(name) || made.has(name) || made.has(base(name));
/** `DocumentUnreadable` → `document-unreadable`. */
const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

describe.each(expressions)('the expression of %s', (_where, expression) => {
  it('the PromQL expression parses and uses only existing metrics', () => {
    const { errors, metrics } = parsePromql(expression);
    expect(errors).toEqual([]);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !exists(name))).toEqual([]);
  });
});

it('the alert for failing uploads counts every error code that makes an upload fail with a 5xx', () => {
  const sources = globSync('apps/document/src/uploads/**/*.ts', { cwd: root }).map(text).join('\n');
  const thrown = [...sources.matchAll(/appError\('(\w+)'/g)].map(
    ([, code = '']) => code as keyof typeof errors,
  );
  const ours = [...new Set(thrown)].filter((code) => errors[code].status >= 500);
  const { expr = '' } = alerts.find(({ alert }) => alert === 'UploadsFailing') ?? {};
  const counted = /outcome=~"([^"]+)"/.exec(expr)?.[1]?.split('|');
  expect(ours.length).toBeGreaterThan(1);
  expect(counted).toEqual(expect.arrayContaining(ours));
});

it('the alert for emails fires for a single email that has been pending for more than 15 minutes', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'MailsNotSent') ?? {};
  expect(expr.split(' or ')).toContain('mail_pending_oldest_seconds > 900');
});

describe('the alert for failing text messages', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'TextMessagesFailing') ?? {};
  const selected = [...expr.matchAll(/outcome(!=|=~|=)"([^"]+)"/g)].map(([, operator = '', value = '']) => {
    const pattern = new RegExp(`^(?:${value})$`);
    return (outcome: string) => pattern.test(outcome) === (operator !== '!=');
  });
  const share = (outcomes: string[]): number => {
    const [failed = 0, all = 0] = selected.map((matches) => outcomes.filter(matches).length);
    return failed / all;
  };

  it.each([
    ['are refused by the provider', 1, ['opened', 'refused']],
    ['are in doubt', 1, ['opened', 'in_doubt']],
    ['are not delivered by the network', 1, ['opened', 'accepted', 'sent', 'undelivered']],
    ['are delivered', 0, ['opened', 'accepted', 'sent', 'delivered']],
    ['are off because no provider is set up', 0, ['opened', 'off']],
  ])('when all texts %s, the share of failures is %d', (_how, expected, outcomes) => {
    expect(share(outcomes)).toBe(expected);
  });
});

describe('docs/metrics.md', () => {
  const listed = [...text('docs/metrics.md').matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);

  it('docs/metrics.md lists exactly the metrics of the code', () => {
    expect(listed.sort()).toEqual([...made].sort());
  });
});

describe('the dashboard', () => {
  it('the dashboard shows every metric', () => {
    const shown = inPanels.flatMap(([, expression]) => parsePromql(expression).metrics.map(base));
    expect([...made].filter((name) => !shown.includes(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it.each(alerts.map((alert): [string, Alert] => [alert.alert, alert]))(
    'the alert %s has a severity and a complete runbook',
    (name, alert) => {
      expect(alert.annotations.runbook_url).toBe(`{{ $externalLabels.docs }}/runbooks/${kebab(name)}.md`);
      expect(['page', 'ticket']).toContain(alert.labels.severity);
      const runbook = text(`docs/runbooks/${kebab(name)}.md`);
      const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual(['Symptoms', 'Diagnose', 'Fix', 'Resolved when', 'Avoid']);
      expect(runbook).toMatch(/docker compose/);
      expect(runbook).toMatch(/kubectl/);
    },
  );

  it('the runbook links of the alerts are absolute and share one configurable base URL', () => {
    const { global } = yaml<{ global: object }>('deploy/observability/prometheus.yml');
    expect(global).toMatchObject({ external_labels: { docs: '${DOCS_URL}' } });
    const rules = kustomize('k8s/overlays/prod').filter(({ kind }) => kind === 'PrometheusRule');
    const { groups: built } = rules[0]?.spec as { groups: typeof groups };
    for (const { annotations } of built.flatMap(({ rules: all }) => all))
      expect(annotations.runbook_url).toMatch(/^https:\/\/[\w.-]+\/\S+\/docs\/runbooks\/[a-z-]+\.md$/);
  });

  it('every runbook belongs to an alert', () => {
    const files = readdirSync(path.join(root, 'docs/runbooks')).filter((file) => file !== 'README.md');
    expect(files.sort()).toEqual(alerts.map(({ alert }) => `${kebab(alert)}.md`).sort());
  });

  it('every alert is in the list of runbooks', () => {
    const list = text('docs/runbooks/README.md');
    for (const { alert } of alerts) expect(list).toContain(`[${alert}](${kebab(alert)}.md)`);
  });

  it('the alerts in Kubernetes match deploy/observability', async () => {
    expect(readFileSync(ruleFile, 'utf8')).toBe(await prometheusRule());
  });
});

describe('metric and trace collection', () => {
  interface Job {
    job_name: string;
    dns_sd_configs: { names: string[]; port: number }[];
  }
  const { scrape_configs: jobs } = yaml<{ scrape_configs: Job[] }>('deploy/observability/prometheus.yml');
  interface Service {
    image?: string;
    ports?: string[];
    volumes?: string[];
    environment?: Record<string, string>;
    mem_limit?: string;
  }
  const { services } = yaml<{ services: Record<string, Service> }>('deploy/compose.observability.yml');
  const setting = (service: string, name: string): number =>
    Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(text(`deploy/settings/${service}.env`))?.[1]);

  it.each([...processNames])('Prometheus scrapes %s on its metrics port', (service) => {
    const job = jobs.find(({ job_name }) => job_name === service);
    const port = setting(service, service === 'gateway' ? 'METRICS_PORT' : 'PORT');
    expect(job?.dns_sd_configs).toEqual([expect.objectContaining({ names: [service], port })]);
  });

  it('the trace collector limits its memory to at most 80 % of what its container has', () => {
    const { processors } = yaml<{ processors: { memory_limiter: { limit_mib: number } } }>(
      'deploy/observability/otel-collector.yml',
    );
    const container = Number.parseInt(services['otel-collector']?.mem_limit ?? '', 10);
    expect(processors.memory_limiter.limit_mib).toBeLessThanOrEqual(0.8 * container);
  });

  it.each([...serviceNames])('the service %s sends traces to the collector', (service) => {
    expect(services[service]?.environment?.OTEL_EXPORTER_OTLP_ENDPOINT).toBe('http://otel-collector:4318');
  });

  it.each(['staging', 'prod'])(
    'every service of the overlay %s may send traces to the collector',
    (overlay) => {
      const manifests = kustomize(`k8s/overlays/${overlay}`);
      // The audit's signer sends no traces: it can only reach its database.
      const settings = manifests.filter(
        ({ metadata }) => /-settings(-|$)/.test(metadata.name) && !/signer/.test(metadata.name),
      );
      const endpoints = settings.map(
        ({ data }) => (data as Record<string, string>).OTEL_EXPORTER_OTLP_ENDPOINT,
      );
      expect(endpoints).toEqual(serviceNames.map(() => 'http://otel-collector.monitoring:4318'));
      const traces = manifests.find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'traces',
      );
      expect(traces?.spec).toMatchObject({ egress: [{ ports: [{ port: 4318 }] }] });
    },
  );

  it('the collection stack pins its images, opens only loopback ports and mounts existing files', () => {
    for (const { image, ports = [], volumes = [] } of Object.values(services)) {
      if (image) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
      const mounted = volumes
        .map((volume) => volume.split(':')[0] ?? '')
        .filter((name) => name.startsWith('./'));
      for (const file of mounted) expect(existsSync(path.join(root, file))).toBe(true);
    }
  });

  it('the observability files are valid YAML', () => {
    for (const file of globSync('deploy/observability/**/*.yml', { cwd: root }))
      expect(yaml<object>(file)).toEqual(expect.any(Object));
  });
});

describe('detection of faulty expressions', () => {
  it('a syntax error and an unknown metric are detected', () => {
    expect(parsePromql('sum by (job) (rate(http_request_duration_seconds_count[5m])').errors).not.toEqual([]);
    expect(parsePromql('document_unreadble_total > 0').metrics.filter((name) => !exists(name))).toEqual([
      'document_unreadble_total',
    ]);
  });

  it('metric names are found however they are declared', () => {
    const source = `import { Counter } from 'prom-client'; const NAME = 'a_b';
      counter('c_d', 'x'); this.metrics.measured('e_f', 'x'); new Counter({ name: 'g_h', help: 'x' }); inc('no_metric');`;
    expect(namesIn(source)).toEqual(['a_b', 'c_d', 'e_f', 'g_h']);
  });
});
