/** Reads the options in a tracer's config. */
import { HalleyError } from '../../kernel/errors.js';

/** Returns a flag, by default false. Throws HalleyError `invalid-argument` for a value other than true or false. */
export function flagOf(config: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = config[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new HalleyError(
    'invalid-argument',
    `tracerConfig.${name} is ${JSON.stringify(value)}, expected true or false`,
    {
      name,
      value,
    },
  );
}
