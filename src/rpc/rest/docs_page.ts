/** Renders the document as a page for people: plain HTML without a script or external resources. */
import type { RestRoute } from './route.js';
import type { RestService } from './service.js';
import type { JsonSchema } from './shape.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{background:#8881;padding:.7rem;overflow:auto}
table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}
h2{border-top:1px solid #8884;padding-top:1rem;margin-top:2rem}:root{color-scheme:light dark}`;

export function docsPage({ name, description, routes, unserved }: RestService): string {
  const title = escapeHtml(name);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>${title}</h1><p>${escapeHtml(description)} For programs: <a href="openapi.json">openapi.json</a>.</p>
${routes.map(section).join('\n')}
<h2>Not served</h2><p>These paths return 501: ${unserved.map((path) => `<code>${escapeHtml(path)}</code>`).join(', ')}.</p>
</body></html>
`;
}

function section({ paths, methods, summary, input, example, answer }: RestRoute): string {
  const older = paths.slice(1).map((path) => ` Also <code>${escapeHtml(path)}</code>.`);
  return `<h2><code>${methods.join(', ')} ${escapeHtml(paths[0])}</code></h2>
<p>${escapeHtml(summary)}${older.join('')}</p>
${input === undefined ? '' : memberTable(input.schema)}
${example === undefined ? '' : `<pre>${json(example)}</pre>`}
<details><summary>Response</summary><pre>${json(answer)}</pre></details>`;
}

const json = (value: unknown): string => escapeHtml(JSON.stringify(value, undefined, 2));

function memberTable({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name) ? ', required' : '';
    const says = `${typeOf(schema)}${need}`;
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(says)}</td><td>${escapeHtml(schema.description ?? '')}</td></tr>`;
  });
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
}

function typeOf({ type, enum: values, items }: JsonSchema): string {
  if (values !== undefined) return values.map(String).join(' | ');
  const names = [type ?? 'any'].flat().filter((name) => name !== 'null');
  return items === undefined ? names.join(' | ') : `${names.join(' | ')} of ${typeOf(items)}`;
}
