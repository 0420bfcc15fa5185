import { startStack } from './support/gateway.js';
import { rawCall } from './support/client.js';
import { MetricsServer } from '../src/health/metrics-server.js';

describe('metrics', () => {
  it('metrics are served on a separate port only and labelled by route pattern', async () => {
    const stack = await startStack({ METRICS_PORT: '0' });
    const port = stack.app.get(MetricsServer).port ?? 0;
    await rawCall(stack.port, { path: '/api/tokens/validate/a-link' });
    const response = await rawCall(port, { path: '/metrics' });
    const elsewhere = await rawCall(port, { path: '/api/tokens' });
    const outside = await rawCall(stack.port, { path: '/metrics' });
    await stack.stop();
    expect(response.body).toContain('route="/api/tokens/validate/:token"');
    expect(response.body).not.toContain('a-link');
    expect([elsewhere.status, outside.status]).toEqual([404, 404]);
  });

  it('metrics are not served unless METRICS_PORT is set', async () => {
    const stack = await startStack();
    expect(stack.app.get(MetricsServer).port).toBeNull();
    await stack.stop();
  });
});
