/**
 * Adds `/metrics` and `/health` before a protocol handler, and counts its responses. `/metrics` has the text format of
 * Prometheus. `/health` answers 200 while the chain runs, and 503 with the reason when it has halted.
 */
import type { Labels, Metric, Monitoring, Sample } from '../../backend/monitoring.js';
import type { Middleware, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import type { RequestMeter } from './request_meter.js';

export interface MonitoredOptions {
  /** The name of the handler. */
  readonly name: string;
  /** Returns the monitoring of the chain that is served now. */
  readonly monitoring: () => Monitoring;
  readonly requests: RequestMeter;
  /** Leaves `/health` to the handler, which has a route of this name. */
  readonly ownHealth?: boolean;
}

const METHOD_NOT_ALLOWED: ProtocolResponse = { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
/** Proxies must not answer for the node. */
const FRESH = { 'cache-control': 'no-store' };

export const monitored =
  ({ name, monitoring, requests, ownHealth = false }: MonitoredOptions): Middleware =>
  (next) => {
    const counted = (response: ProtocolResponse): ProtocolResponse => {
      requests.responded(name, response.status);
      return response;
    };
    return (request) => {
      if (request.path === '/metrics') return read(request, () => metricsResponse(monitoring()));
      if (request.path === '/health' && !ownHealth) return read(request, () => healthResponse(monitoring()));
      const response = next(request);
      return response instanceof Promise ? response.then(counted) : counted(response);
    };
  };

/** Lets pages of all origins read whether the chain runs. */
const ANY_PAGE = { 'access-control-allow-origin': '*' };

function read({ method }: ProtocolRequest, respond: () => ProtocolResponse): ProtocolResponse {
  if (method !== 'GET' && method !== 'HEAD') return METHOD_NOT_ALLOWED;
  const response = respond();
  return method === 'HEAD' ? { ...response, body: '' } : response;
}

const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics in the text format of Prometheus, version 0.0.4. A metric without samples is omitted. */
export const prometheusText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(metricText)
    .join('');

function metricText({ name, help, type, samples }: Metric): string {
  const lines = samples.map((sample) => sampleText(name, sample));
  return `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

const sampleText = (name: string, { labels, value, part }: Sample): string =>
  `${name}${part === undefined ? '' : `_${part}`}${labelsText(labels)} ${numberText(value)}\n`;

function labelsText(labels: Labels): string {
  const list = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value, /[\\\n"]/g)}"`);
  return list.length === 0 ? '' : `{${list.join(',')}}`;
}

const escaped = (text: string, special: RegExp): string =>
  text.replace(special, (character) => (character === '\n' ? '\\n' : `\\${character}`));

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

const metricsResponse = (monitoring: Monitoring): ProtocolResponse => ({
  status: 200,
  headers: { 'content-type': PROMETHEUS_CONTENT_TYPE, ...FRESH },
  body: prometheusText(monitoring.metrics()),
});

function healthResponse(monitoring: Monitoring): ProtocolResponse {
  const problem = monitoring.problem();
  const { chainId } = monitoring;
  const facts = { chainId, height: monitoring.height().toString() };
  const body = problem === undefined ? { status: 'ok', ...facts } : { status: 'halted', reason: problem, ...facts };
  return {
    status: problem === undefined ? 200 : 503,
    headers: { 'content-type': 'application/json', ...ANY_PAGE, ...FRESH },
    body: JSON.stringify(body),
  };
}
