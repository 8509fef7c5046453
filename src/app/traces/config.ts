/** What a tracer is told besides its name. */
import { HalleyError } from '../../kernel/errors.js';

/** False when it is not given. Throws HalleyError `invalid-argument` for what is neither true nor false. */
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
