/** Writes metrics in the text format of Prometheus, version 0.0.4. */
import type { Labels, Metric, Sample } from '../../backend/monitoring.js';

export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Returns the metrics in their order. A metric without samples is omitted. */
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
