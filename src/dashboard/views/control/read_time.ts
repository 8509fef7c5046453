/** Reads a time as Unix seconds, or in the form of ISO 8601. */

/** Returns Unix seconds; undefined for text that is no time. A time without a zone is in UTC. */
export function readTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d{1,12}$/.test(trimmed)) return Number(trimmed);
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(trimmed)) return undefined;
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(trimmed) || !trimmed.includes('T') ? trimmed : `${trimmed}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
