/** Changes settings of a TOML file in place. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces settings. Each name is once at the start of a line; the values are TOML. */
export function configure(file: string, settings: Readonly<Record<string, string | number | boolean>>): void {
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(text)) throw new Error(`${file} has no setting ${name}`);
    text = text.replace(line, () => `${name} = ${value}`);
  }
  writeFileSync(file, text);
}
