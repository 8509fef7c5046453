/**
 * Renders the list of endpoints at `/` (consensus-rpc.md 1.4). The markup is the engine's, including its invalid
 * `</br>` tags.
 */

import type { Route } from '../route.js';
import { escapeHtml } from './html.js';

/** Returns the page. `host` is the request's Host header; `prefix` is the path under which the dialect is mounted. */
export function indexPage(routes: Iterable<Route>, host: string, prefix: string): string {
  const links = [...routes]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, args }) => {
      const link = `//${escapeHtml(host)}${prefix}/${name}?${args.map((arg) => `${arg.name}=_`).join('&')}`;
      return `<a href="${link}">${link}</a></br>`;
    });
  return `<html><body><br>Available endpoints:<br><br>Endpoints that require arguments:<br>${links.join('')}</body></html>`;
}
