/** Tests the text of metrics, and the two paths that every server has. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric, Monitoring } from '../../../src/backend/monitoring.js';
import { Histogram } from '../../../src/rpc/monitoring/histogram.js';
import { monitored, prometheusText } from '../../../src/rpc/monitoring/monitored.js';

import { RequestMeter } from '../../../src/rpc/monitoring/request_meter.js';
import {
  behind,
  IN_PROCESS_PEER,
  type ProtocolHandler,
  type WholeResponse,
} from '../../../src/rpc/protocol_handler.js';

const metric = (samples: Metric['samples'], help = 'A help text.'): Metric => ({
  ...{ name: 'a_metric', help, type: 'gauge' },
  samples,
});

describe('the text of metrics', () => {
  it('has help, type and a line for each value', () => {
    const text = prometheusText([
      metric([
        { labels: {}, value: 1.5 },
        { labels: { chain_id: 'c-1', method: 'eth_call' }, value: 3 },
      ]),
    ]);
    expect(text).toBe(
      '# HELP a_metric A help text.\n# TYPE a_metric gauge\na_metric 1.5\na_metric{chain_id="c-1",method="eth_call"} 3\n',
    );
  });

  it('escapes labels and help', () => {
    const text = prometheusText([metric([{ labels: { x: 'a"b\\c\nd' }, value: 0 }], 'one\\two\nthree "four"')]);
    expect(text).toContain('a_metric{x="a\\"b\\\\c\\nd"} 0');
    expect(text).toContain('# HELP a_metric one\\\\two\\nthree "four"\n');
  });

  it('omits a metric without values', () => {
    expect(prometheusText([metric([])])).toBe('');
  });
});

it('counts observations in buckets that include the smaller ones', () => {
  const limits = [1, 2, 5];
  const value = fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.constantFrom(...limits));
  const counted = fc.property(fc.array(value), (values) => {
    const histogram = new Histogram(limits);
    for (const value of values) histogram.observe(value);
    const samples = histogram.samples({});
    const bucket = (le: string) => samples.find(({ labels }) => labels['le'] === le)?.value;
    for (const limit of limits) expect(bucket(`${limit}`)).toBe(values.filter((value) => value <= limit).length);
    expect(bucket('+Inf')).toBe(values.length);
    expect(samples.at(-1)).toEqual({ part: 'count', labels: {}, value: values.length });
    expect(samples.at(-2)?.value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0));
  });
  fc.assert(counted);
});

describe('a monitored handler', () => {
  const handler: ProtocolHandler = {
    name: 'a handler',
    handle: ({ path }) => ({ status: path === '/' ? 200 : 404, headers: {}, body: path }),
  };

  const serve = (problem?: string, ownHealth = false) => {
    const requests = new RequestMeter(() => 0);
    const monitoring: Monitoring = {
      ...{ chainId: 'c-1', height: () => 7n, problem: () => problem },
      metrics: () => requests.metrics({ chain_id: 'c-1' }),
      close: () => undefined,
    };
    const handle = behind(
      [monitored({ name: handler.name, monitoring: () => monitoring, requests, ownHealth })],
      handler,
    );
    return async (path: string, method = 'GET'): Promise<WholeResponse> => {
      const rest = { query: '', headers: {}, body: new Uint8Array(), peer: IN_PROCESS_PEER };
      return (await handle({ method, path, ...rest })) as WholeResponse;
    };
  };

  it('answers /health with 200 while the chain runs', async () => {
    const { status, body } = await serve()('/health');
    expect([status, JSON.parse(body as string)]).toEqual([200, { status: 'ok', chainId: 'c-1', height: '7' }]);
  });

  it('answers /health with 503 and the reason when the chain has halted', async () => {
    const { status, body } = await serve('no quorum')('/health');
    expect(status).toBe(503);
    expect(JSON.parse(body as string)).toEqual({ status: 'halted', reason: 'no quorum', chainId: 'c-1', height: '7' });
  });

  it('leaves /health to a handler that has it', async () => {
    expect(await serve('no quorum', true)('/health')).toEqual({ status: 404, headers: {}, body: '/health' });
  });

  it('counts its responses by status', async () => {
    const ask = serve();
    for (const path of ['/', '/', '/elsewhere']) await ask(path);
    const { body, headers } = await ask('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(body).toContain('halley_http_requests_total{chain_id="c-1",interface="a handler",code="200"} 2\n');
    expect(body).toContain('halley_http_requests_total{chain_id="c-1",interface="a handler",code="404"} 1\n');
  });

  it('answers HEAD without a body, and refuses other methods', async () => {
    const ask = serve();
    expect(await ask('/metrics', 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await ask('/metrics', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});

it('counts calls, errors and durations by method', async () => {
  let now = 0;
  const requests = new RequestMeter(() => now);
  const { evm } = requests;
  evm.measure('a', () => 1);
  const slow = evm.measure('a', async () => {
    now += 300;
  });
  await slow;
  expect(() =>
    evm.measure('b', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  await expect(evm.measure('b', () => Promise.reject(new Error('late')))).rejects.toThrow('late');
  expect(() =>
    requests.comet.measure('c', () => {
      throw new Error('once');
    }),
  ).toThrow('once');
  const text = prometheusText(requests.metrics({}));
  expect(text).toContain('halley_rpc_errors_total{interface="CometBFT RPC",method="c"} 1\n');
  expect(text).toContain('halley_rpc_requests_total{interface="EVM JSON-RPC",method="a"} 2\n');
  expect(text).toContain('halley_rpc_errors_total{interface="EVM JSON-RPC",method="b"} 2\n');
  expect(text).not.toContain('halley_rpc_errors_total{interface="EVM JSON-RPC",method="a"}');
  expect(text).toContain('halley_rpc_request_duration_seconds_bucket{interface="EVM JSON-RPC",le="0.25"} 3\n');
  expect(text).toContain('halley_rpc_request_duration_seconds_sum{interface="EVM JSON-RPC"} 0.3\n');
  expect(text).toContain('halley_rpc_request_duration_seconds_count{interface="EVM JSON-RPC"} 4\n');
});
